import { observer } from "mobx-react-lite";
import type { CompanyPlan } from "../../../contract/access/companies.ts";
import { InvoiceTable, type ShownInvoice } from "../../components/company/InvoiceTable.tsx";
import { PlanCard } from "../../components/company/PlanCard.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ReadInvoice } from "../../services/readAccount.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { downloadFile } from "../downloads/downloadFile.ts";
import { hrefTo } from "../paths.ts";
import { PlanChangeSection } from "./PlanChangeSection.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { Text } from "../../components/ui/Text.tsx";

export interface PlanSectionProps {
  companyId: string;
  answer: Promise<Result<CompanyPlan>>;
}

export const PlanSection = observer(function PlanSection({ companyId, answer }: PlanSectionProps) {
  const query = useLoaderState(answer);
  const { session } = useStore();
  const { t } = useTranslation("settings");
  const projects = session.user?.projects_count ?? 0;
  return (
    <AsyncContent query={query} failed={t("plan.failed")}>
      {(plan) => (
        <>
          <PlanCard plan={plan} projects={projects} />
          <PlanChangeSection companyId={companyId} current={plan.plan.name} />
          <Text as="p" tone="muted">
            <a href={hrefTo.help()}>{t("plan.compare")}</a> ·{" "}
            <a href={hrefTo.support({ topic: "upgrade" })}>{t("plan.change")}</a>
          </Text>
        </>
      )}
    </AsyncContent>
  );
});

export interface InvoicesSectionProps {
  companyId: string;
  answer: Promise<Result<ReadInvoice[]>>;
}

export const InvoicesSection = observer(function InvoicesSection({ companyId, answer }: InvoicesSectionProps) {
  const query = useLoaderState(answer);
  const { companies } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("settings");
  const formatError = useErrorMessage();
  const load = useMutation((id: string) => companies.invoiceFile(companyId, id), {
    onError: (error) => notifications.show(`${t("invoices.downloadFailed")} ${formatError(error).text}`, "error"),
  });
  const download = async ({ id, number }: ShownInvoice): Promise<void> => {
    const { data: bytes } = await load.mutate(id);
    if (bytes !== null) downloadFile(bytes, `${number}.pdf`, "application/pdf");
  };
  return (
    <AsyncContent query={query} failed={t("invoices.failed")} empty={t("invoices.empty")}>
      {(invoices) => <InvoiceTable invoices={invoices} onDownload={(invoice) => void download(invoice)} />}
    </AsyncContent>
  );
});
