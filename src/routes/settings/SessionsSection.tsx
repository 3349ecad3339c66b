import { observer } from "mobx-react-lite";
import { use, useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { Session } from "../../../contract/sessions.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { SessionList } from "../../components/account/SessionList.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Button } from "../../components/ui/Button.ts";
import styles from "./SettingsRoute.module.css";

/** The user's sessions, with revocation. */
export const SessionsSection = observer(function SessionsPart({ answer }: { answer: Promise<Result<Session[]>> }) {
  const result = use(answer);
  const { users } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const [allFailure, setAllFailure] = useState<string>();
  if (!result.success) {
    return (
      <ErrorState title={t("sessions.failed")} failure={formatError(result.error)} onRetry={() => void revalidate()} />
    );
  }
  const others = result.data.filter(({ current }) => !current);

  const revoke = async ({ id }: Session): Promise<void> => {
    setBusy((now) => [...now, id]);
    setFailure(undefined);
    const { error } = await users.revokeSession(id);
    if (error) setFailure(formatError(error).text);
    await revalidate();
    setBusy((now) => now.filter((other) => other !== id));
  };
  const revokeOthers = async (): Promise<void> => {
    setEnding(true);
    setAllFailure(undefined);
    const { error } = await users.revokeOtherSessions();
    setEnding(false);
    if (error) {
      setAllFailure(formatError(error).text);
      return;
    }
    setAsking(false);
    notifications.show(t("sessions.ended"));
    await revalidate();
  };

  return (
    <>
      <FormError title={t("sessions.endFailed")} failure={failure === undefined ? null : { text: failure }} />
      <SessionList sessions={result.data} busy={busy} onRevoke={(session) => void revoke(session)} />
      {others.length === 0 ? (
        <p className={styles.help}>{t("sessions.noOther")}</p>
      ) : (
        <div>
          <Button variant="outlined" intent="danger" text={t("sessions.endAll")} onClick={() => setAsking(true)} />
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t("sessions.endAllTitle")}
        text={t("sessions.endAllText", { count: others.length })}
        action={t("sessions.endAll")}
        isBusy={isEnding}
        failure={allFailure}
        onConfirm={() => void revokeOthers()}
        onCancel={() => {
          setAllFailure(undefined);
          setAsking(false);
        }}
      />
    </>
  );
});
