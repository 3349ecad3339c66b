import { observer } from "mobx-react-lite";
import type { CompanyPlan } from "../../../contract/companies.ts";
import { InvoiceTable } from "../../components/company/InvoiceTable.tsx";
import { PlanCard } from "../../components/company/PlanCard.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ReadInvoice } from "../../services/readAccount.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { Text } from "../../components/ui/Text.tsx";

export const PlanSection = observer(function PlanSection({ answer }: { answer: Promise<Result<CompanyPlan>> }) {
  const query = useLoaderState(answer);
  const { session } = useStore();
  const { t } = useTranslation("settings");
  const projects = session.user?.projects_count ?? 0;
  return (
    <AsyncContent query={query} failed={t("plan.failed")}>
      {(plan) => (
        <>
          <PlanCard plan={plan} projects={projects} />
          <Text as="p" tone="muted">
            <a href={hrefTo.help()}>{t("plan.compare")}</a> ·{" "}
            <a href={hrefTo.support({ topic: "upgrade" })}>{t("plan.change")}</a>
          </Text>
        </>
      )}
    </AsyncContent>
  );
});

export function InvoicesSection({ answer }: { answer: Promise<Result<ReadInvoice[]>> }) {
  const query = useLoaderState(answer);
  const { t } = useTranslation("settings");
  return (
    <AsyncContent query={query} failed={t("invoices.failed")} empty={t("invoices.empty")}>
      {(invoices) => <InvoiceTable invoices={invoices} />}
    </AsyncContent>
  );
}
