import { observer } from "mobx-react-lite";
import { use, useState } from "react";
import { redirect, useLoaderData, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import { readOauthReturn } from "../../../contract/access/oauthReturn.ts";
import type { Integration } from "../../../contract/access/users.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { IntegrationList } from "../../components/account/IntegrationList.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { appContext, useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { takeAwaitedProjects } from "../projects/awaitedProjects.ts";
import { ownCompany } from "./ownCompany.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Callout } from "../../components/ui/Callout.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";

const OUTCOME_INTENTS = { connected: "success", denied: "warning", expired: "warning", failed: "danger" } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, store } = context.get(appContext);
  const back = readOauthReturn(new URL(request.url).searchParams);
  if (back?.outcome === "connected") {
    // The connected accounts have changed.
    await store.session.load();
    const awaited = takeAwaitedProjects(storeEnv(store).tabStorage, back.provider);
    if (awaited.length > 0) {
      const { data: closed } = await services.hostAccess.check();
      const [opened, ...others] = awaited.filter((slug) => closed?.every((project) => project.slug !== slug) ?? false);
      if (opened !== undefined) throw redirect(others.length > 0 ? hrefTo.home() : hrefTo.project(opened));
    }
  }
  const installation = services.installation.get(request.signal);
  const company = await ownCompany({ services, store }, request.signal);
  const isAdmin = company?.role === "Admin";
  /** Names of the Admins, for the other users of the company. */
  const admins =
    isAdmin || !company
      ? Promise.resolve([])
      : services.companies
          .users(company.id, undefined, request.signal)
          .then(({ data }) => (data ?? []).filter(({ role }) => role === "Admin").map(({ name }) => name));
  await withGracePeriod(installation);
  return { installation, admins, isAdmin };
}

/** The accounts at other services that the user has connected. */
export const Component = observer(function IntegrationsTab() {
  const { installation, admins, isAdmin } = useLoaderData<typeof loader>();
  const known = use(installation);
  const adminNames = use(admins);
  const store = useStore();
  const services = useServices();
  const { t } = useTranslation("settings");
  const states = useTranslation("states");
  const formatError = useErrorMessage();
  const [search] = useSearchParams();
  const [failure, setFailure] = useState<{ name: Integration; text: string } | null>(null);
  const { user } = store.session;
  const connect = useMutation((name: Integration) => services.users.oauthLogin(name), {
    onSuccess: ({ auth_url }, name) => {
      if (webHref(auth_url)) window.open(auth_url, "_self");
      else setFailure({ name, text: t("integrations.badAddress") });
    },
    onError: (error, name) => setFailure({ name, text: formatError(error).text }),
  });
  const disconnect = useConfirmation((name: Integration) => services.users.oauthDisconnect(name), {
    onSuccess: (_, name) => {
      if (user) store.session.setUser({ ...user, providers: user.providers.filter((other) => other !== name) });
      store.notifications.show(t("integrations.disconnected", { name: states.t(`sources.${name}`) }));
    },
  });
  const back = readOauthReturn(search);
  if (!user) return null;

  const leavingName = disconnect.subject === null ? "" : states.t(`sources.${disconnect.subject}`);
  return (
    <Stack>
      <Text as="p" tone="muted">
        {t("integrations.text")}
      </Text>
      {back && (
        <Callout intent={OUTCOME_INTENTS[back.outcome]} role="status">
          {t(`integrations.outcome.${back.outcome}`, { name: states.t(`sources.${back.provider}`) })}
        </Callout>
      )}
      <IntegrationList
        connected={user.providers}
        suggested={user.suggested}
        available={known.data?.integrations ?? null}
        setupHref={isAdmin ? (name) => `${hrefTo.settings("setup")}#setup-${name}` : null}
        admins={adminNames}
        busy={connect.pending[0]?.[0] ?? disconnect.pending[0] ?? null}
        failure={failure}
        onConnect={(name) => {
          setFailure(null);
          void connect.mutate(name);
        }}
        onDisconnect={disconnect.ask}
      />
      <ConfirmDialog
        {...disconnect.dialog}
        title={t("integrations.disconnectTitle", { name: leavingName })}
        text={t("integrations.disconnectText", { name: leavingName })}
        action={t("integrations.disconnect")}
      />
    </Stack>
  );
});
