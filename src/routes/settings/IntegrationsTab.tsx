import { observer } from "mobx-react-lite";
import { use, useState } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import { readOauthReturn } from "../../../contract/oauthReturn.ts";
import type { Integration } from "../../../contract/users.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { IntegrationList } from "../../components/account/IntegrationList.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { SettingsData } from "./settingsLoader.ts";
import { Callout } from "../../components/ui/Callout.ts";
import styles from "./SettingsRoute.module.css";

const OUTCOME_INTENTS = { connected: "success", denied: "warning", expired: "warning", failed: "danger" } as const;
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

export const IntegrationsTab = observer(function IntegrationsTab() {
  const { installation } = useLoaderData<SettingsData>();
  const known = installation ? use(installation) : null;
  const store = useStore();
  const services = useServices();
  const { t } = useTranslation("settings");
  const states = useTranslation("states");
  const formatError = useErrorMessage();
  const [search] = useSearchParams();
  const [busy, setBusy] = useState<Integration | null>(null);
  const [leaving, setLeaving] = useState<Integration | null>(null);
  const [failure, setFailure] = useState<{ name: Integration; text: string } | null>(null);
  const [disconnectFailure, setDisconnectFailure] = useState<string>();
  const { user } = store.session;
  const back = readOauthReturn(search);
  if (!user) return null;

  const handleConnect = async (name: Integration): Promise<void> => {
    setBusy(name);
    setFailure(null);
    const answer = await services.users.oauthLogin(name);
    setBusy(null);
    if (!answer.success) setFailure({ name, text: formatError(answer.error).text });
    else if (isWebAddress(answer.data.auth_url)) window.open(answer.data.auth_url, "_self");
    else setFailure({ name, text: t("integrations.badAddress") });
  };
  const handleDisconnect = async (name: Integration): Promise<void> => {
    setBusy(name);
    setDisconnectFailure(undefined);
    const answer = await services.users.oauthDisconnect(name);
    setBusy(null);
    if (!answer.success) {
      setDisconnectFailure(formatError(answer.error).text);
      return;
    }
    setLeaving(null);
    store.session.setUser({ ...user, providers: user.providers.filter((other) => other !== name) });
    store.notifications.show(t("integrations.disconnected", { name: states.t(`sources.${name}`) }));
  };

  const leavingName = leaving === null ? "" : states.t(`sources.${leaving}`);
  return (
    <div className={styles.part}>
      <p className={styles.help}>{t("integrations.text")}</p>
      {back && (
        <Callout intent={OUTCOME_INTENTS[back.outcome]} compact role="status">
          {t(`integrations.outcome.${back.outcome}`, { name: states.t(`sources.${back.provider}`) })}
        </Callout>
      )}
      <IntegrationList
        connected={user.providers}
        suggested={user.suggested}
        available={known?.data?.integrations ?? null}
        busy={busy}
        failure={failure}
        onConnect={(name) => void handleConnect(name)}
        onDisconnect={setLeaving}
      />
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t("integrations.disconnectTitle", { name: leavingName })}
        text={t("integrations.disconnectText", { name: leavingName })}
        action={t("integrations.disconnect")}
        isBusy={leaving !== null && busy === leaving}
        failure={disconnectFailure}
        onConfirm={() => {
          if (leaving) void handleDisconnect(leaving);
        }}
        onCancel={() => {
          setDisconnectFailure(undefined);
          setLeaving(null);
        }}
      />
    </div>
  );
});
