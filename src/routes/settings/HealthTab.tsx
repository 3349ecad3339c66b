import { observer } from "mobx-react-lite";
import { use } from "react";
import { useLoaderData, useRevalidator } from "react-router-dom";
import type { CompanyHealth } from "../../../contract/health.ts";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { HealthReport } from "../../components/company/HealthReport.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { SettingsData } from "./settingsLoader.ts";

/** Health of the installation, for the company's Admins. */
export const HealthTab = observer(function HealthTab() {
  const { health } = useLoaderData<SettingsData>();
  return health && <Health answer={health} />;
});

function Health({ answer }: { answer: Promise<Result<CompanyHealth>> }) {
  const result = use(answer);
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
      sourcesHref={(slug) => hrefTo.project(slug, { tab: "sources" })}
      newProjectHref={hrefTo.wizard()}
      onCheck={check}
    />
  );
}
