import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router-dom";
import { McpConsentForm } from "../../components/account/McpConsentForm.tsx";
import { AuthLayout } from "../../components/auth/AuthLayout.tsx";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { leaveTo } from "../browser/leaveTo.ts";
import { usePublicPage } from "../guards/usePublicPage.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { usePageTitle } from "../usePageTitle.ts";

/** Null where the plan has no access for agents. The server reads the query, so that there is one reader of it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, store } = context.get(appContext);
  if (!store.plan.has("mcp")) return null;
  const query = new URL(request.url).search.slice(1);
  const consent = services.access.mcpConsent(query, request.signal);
  const options = services.users.mcpProjectOptions(request.signal);
  await withGracePeriod(consent, options);
  return { query, consent, options };
}

/** The page to which a remote MCP client sends its user (the authorization endpoint of OAuth). It sends no user on without a click. */
export const Component = observer(function McpConsentRoute() {
  const data = useLoaderData<typeof loader>();
  const page = usePublicPage();
  const { t } = useTranslation("access");
  usePageTitle(t("consent.title"));
  return (
    <AuthLayout title={t("consent.title")} text={t("consent.text")} {...page}>
      {data ? (
        <Consent {...data} />
      ) : (
        <UpgradeNotice feature="mcp" contactHref={hrefTo.support({ topic: "upgrade" })} />
      )}
    </AuthLayout>
  );
});

const Consent = observer(function Consent({
  query,
  consent,
  options,
}: NonNullable<Awaited<ReturnType<typeof loader>>>) {
  const { access } = useServices();
  const { session } = useStore();
  const { t } = useTranslation("access");
  const settings = useTranslation("settings");
  const formatError = useErrorMessage();
  const requested = useLoaderState(consent);
  const offered = useLoaderState(options);
  const [isAnswered, setAnswered] = useState(false);
  const leave = ({ redirect }: { readonly redirect: string }): void => {
    setAnswered(true);
    leaveTo(redirect);
  };
  const allow = useMutation(
    (chosen: { projects: string[]; writes: boolean }) => access.allowMcpConsent({ query, ...chosen }),
    { onSuccess: leave },
  );
  const deny = useMutation(() => access.denyMcpConsent(query), { onSuccess: leave });
  const error = allow.error ?? deny.error;
  if (isAnswered) {
    return (
      <Text as="p" role="status">
        {t("consent.answered")}
      </Text>
    );
  }
  return (
    <AsyncContent query={requested} failed={t("consent.failed")}>
      {(request) => (
        <AsyncContent query={offered} failed={settings.t("mcp.projectsFailed")}>
          {(projects) => (
            <McpConsentForm
              consent={request}
              email={session.user?.email ?? ""}
              projects={projects}
              isBusy={allow.isPending || deny.isPending}
              failure={error && formatError(error)}
              onAllow={(chosen) => void allow.mutate(chosen)}
              onDeny={() => void deny.mutate()}
            />
          )}
        </AsyncContent>
      )}
    </AsyncContent>
  );
});
