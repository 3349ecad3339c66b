import type { CompanyQuotas } from "../../../contract/access/quotas.ts";
import { QuotaPanel } from "../../components/company/QuotaPanel.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { isMissingEndpoint } from "../failures/isMissingEndpoint.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { Section } from "../../components/ui/Section.tsx";

/** The company's usage of its quotas. Omitted for a host without quotas. */
export function QuotasSection({ answer }: { answer: Promise<Result<CompanyQuotas>> }) {
  const query = useLoaderState(answer);
  const { t } = useTranslation("settings");
  if (query.error && isMissingEndpoint(query.error)) return null;
  return (
    <Section title={t("quotas.title")} headingLevel={2} lead={t("quotas.text")}>
      <AsyncContent query={query} failed={t("quotas.failed")}>
        {(quotas) => <QuotaPanel quotas={quotas} />}
      </AsyncContent>
    </Section>
  );
}
