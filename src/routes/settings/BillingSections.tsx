import { observer } from "mobx-react-lite";
import { use } from "react";
import { useRevalidator } from "react-router-dom";
import type { CompanyPlan } from "../../../contract/companies.ts";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { InvoiceTable } from "../../components/company/InvoiceTable.tsx";
import { PlanCard } from "../../components/company/PlanCard.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ReadInvoice } from "../../services/readAccount.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Text } from "../../components/ui/Text.tsx";

export const PlanSection = observer(function PlanSection({ answer }: { answer: Promise<Result<CompanyPlan>> }) {
  const result = use(answer);
  const { session } = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  if (!result.success) {
    return (
      <ErrorState title={t("plan.failed")} failure={formatError(result.error)} onRetry={() => void revalidate()} />
    );
  }
  return (
    <>
      <PlanCard plan={result.data} projects={session.user?.projects_count ?? 0} />
      <Text as="p" tone="muted">
        <a href={hrefTo.help()}>{t("plan.compare")}</a> ·{" "}
        <a href={hrefTo.support({ topic: "upgrade" })}>{t("plan.change")}</a>
      </Text>
    </>
  );
});

export function InvoicesSection({ answer }: { answer: Promise<Result<ReadInvoice[]>> }) {
  const result = use(answer);
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  if (!result.success) {
    return (
      <ErrorState title={t("invoices.failed")} failure={formatError(result.error)} onRetry={() => void revalidate()} />
    );
  }
  if (result.data.length === 0)
    return (
      <Text as="p" tone="muted">
        {t("invoices.empty")}
      </Text>
    );
  return <InvoiceTable invoices={result.data} />;
}
