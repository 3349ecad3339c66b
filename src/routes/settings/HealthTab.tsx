import { use } from "react";
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { HealthReport } from "../../components/company/HealthReport.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { copyText } from "../copyText.ts";
import { hrefTo } from "../paths.ts";
import { withGracePeriod } from "../withGracePeriod.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { adminCompany } from "./ownCompany.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const { id } = await adminCompany(app, request.signal);
  const health = app.services.companies.health(id, request.signal);
  await withGracePeriod(health);
  return { health };
}

/** Health of the installation, for the company's Admins. */
export function Component() {
  const result = use(useLoaderData<typeof loader>().health);
  const { t } = useTranslation("settings");
  const { revalidate, state } = useRevalidator();
  const formatError = useErrorMessage();
  const check = (): void => void revalidate();
  if (!result.success) {
    return <ErrorState title={t("health.unknown")} failure={formatError(result.error)} onRetry={check} />;
  }
  return (
    <HealthReport
      health={result.data}
      isChecking={state === "loading"}
      sourcesHref={(slug) => hrefTo.projectTab(slug, "sources")}
      newProjectHref={hrefTo.wizard()}
      onCheck={check}
      onCopy={copyText}
    />
  );
}
