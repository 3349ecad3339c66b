import type { CompanySeats } from "../../../contract/billing/planChange.ts";
import { SeatPanel } from "../../components/company/SeatPanel.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { isMissingEndpoint } from "../failures/isMissingEndpoint.ts";
import { useLoaderState } from "../useLoaderState.ts";

/** The seats that the company uses. Omitted for a host that does not count them. */
export function SeatsSection({ answer }: { answer: Promise<Result<CompanySeats>> }) {
  const query = useLoaderState(answer);
  const { t } = useTranslation("settings");
  if (query.error && isMissingEndpoint(query.error)) return null;
  return (
    <Section title={t("seats.title")} headingLevel={2} lead={t("seats.text")}>
      <AsyncContent query={query} failed={t("seats.failed")}>
        {(seats) => <SeatPanel seats={seats} />}
      </AsyncContent>
    </Section>
  );
}
