import { use } from "react";
import { useRevalidator } from "react-router-dom";
import type { CompanyQuotas } from "../../../contract/quotas.ts";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { QuotaPanel } from "../../components/company/QuotaPanel.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { isMissingEndpoint } from "../isMissingEndpoint.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./SettingsRoute.module.css";

/** The company's usage of its quotas. Omitted for a host without quotas. */
export function QuotasSection({ answer }: { answer: Promise<Result<CompanyQuotas>> }) {
  const result = use(answer);
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  if (!result.success && isMissingEndpoint(result.error)) return null;
  return (
    <section className={styles.part} aria-labelledby="company-quotas">
      <h2 id="company-quotas">{t("quotas.title")}</h2>
      <Text as="p" tone="muted">
        {t("quotas.text")}
      </Text>
      {result.success ? (
        <QuotaPanel quotas={result.data} />
      ) : (
        <ErrorState title={t("quotas.failed")} failure={formatError(result.error)} onRetry={() => void revalidate()} />
      )}
    </section>
  );
}
