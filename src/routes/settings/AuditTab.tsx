import { observer } from "mobx-react-lite";
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import type { AuditPage } from "../../../contract/access/audit.ts";
import { AUDIT_DAYS } from "../../../contract/access/auditActions.ts";
import { AuditLogFilters, isAuditLogFiltered, type AuditLogFilter } from "../../components/company/AuditLogFilters.tsx";
import { AuditList } from "../../components/company/AuditList.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { LoadMore } from "../../components/patterns/LoadMore.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Select } from "../../components/ui/Select.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { asLoadState, AsyncContent } from "../AsyncContent.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import { useCsvDownload } from "../downloads/useCsvDownload.ts";
import { useMoreState } from "../lists/useMoreState.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useHistoryStep } from "../addresses/useHistoryStep.ts";
import { auditQuery, readAuditFilter } from "./auditUrl.ts";
import { adminCompany } from "./ownCompany.ts";
import { Button } from "../../components/ui/Button.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { Section } from "../../components/ui/Section.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { companyId: (await adminCompany(context.get(appContext), request.signal)).id };
}

export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

/** The audit log of the company. The filter is kept in the address. */
export function Component() {
  return <CompanyAudit companyId={useLoaderData<typeof loader>().companyId} />;
}

const CompanyAudit = observer(function CompanyAudit({ companyId }: { companyId: string }) {
  const { companies } = useServices();
  const { t, format } = useTranslation("settings");
  const formatError = useErrorMessage();
  const [search, setSearch] = useSearchParams();
  const historyKey = useHistoryStep();
  const filter = readAuditFilter(search);
  const filterQuery = auditQuery(filter);
  const list = usePagedQuery<AuditPage>(
    settingsKeys.audit(companyId, filterQuery),
    (cursor, signal) => companies.audit(companyId, filterQuery, cursor, signal),
    { keepPreviousData: true },
  );
  const { first } = list;
  const more = useMoreState(list);
  const save = useCsvDownload("audit", () => companies.auditCsv(companyId, filterQuery), {
    saved: (name) => t("audit.exported", { name }),
  });

  const change = ({ person, action, from, to }: AuditLogFilter): void => {
    const query = new URLSearchParams(hrefTo.settings("audit", { person, action, from, to }).split("?")[1]);
    setSearch(query, { replace: true, preventScrollReset: true });
  };

  return (
    <Section title={t("audit.title")} headingLevel={2} lead={t("audit.text")}>
      <AuditLogFilters
        value={filter}
        historyKey={historyKey}
        isExporting={save.isPending}
        onChange={change}
        onExport={first && first.count > 0 ? () => void save.mutate() : undefined}
      />
      <FormError title={t("audit.exportFailed")} failure={save.error && formatError(save.error)} />
      <AsyncContent
        query={asLoadState(list)}
        failed={t("audit.failed")}
        loading={<Skeleton shape="rows" count={8} height="3.5rem" />}
      >
        {({ count }) =>
          count === 0 ? (
            <EmptyState title={t(isAuditLogFiltered(filter) ? "audit.noMatch" : "audit.empty")} headingLevel={3}>
              {isAuditLogFiltered(filter) && (
                <Button text={t("audit.clear")} onClick={() => change({ person: "", action: "", from: "", to: "" })} />
              )}
            </EmptyState>
          ) : (
            <>
              <Text as="p" tone="muted" role="status">
                {t("audit.count", { count, formatted: format.number(count) })}
              </Text>
              <AuditList entries={list.rows} />
              <LoadMore {...more} text={t("audit.more")} />
            </>
          )
        }
      </AsyncContent>
      {first && <Retention companyId={companyId} days={first.kept_days} />}
    </Section>
  );
});

const CHOICES = [AUDIT_DAYS.min, 90, 180, 365, 730, 1825, AUDIT_DAYS.max];

const Retention = observer(function Retention({ companyId, days }: { companyId: string; days: number }) {
  const { companies } = useServices();
  const { notifications } = useStore();
  const { t, format } = useTranslation("settings");
  const formatError = useErrorMessage();
  const save = useMutation((retentionDays: number) => companies.keepAudit(companyId, retentionDays), {
    invalidates: [settingsKeys.auditLog(companyId)],
    onSuccess: () => notifications.show(t("saved")),
  });
  const choices = [...new Set([...CHOICES, days])].toSorted((a, b) => a - b);
  return (
    <Section title={t("audit.keptTitle")} headingLevel={3} lead={t("audit.keptText")} isLandmark={false}>
      <FormError title={t("audit.keptFailed")} failure={save.error && formatError(save.error)} />
      <div>
        <Select
          aria-label={t("audit.keptTitle")}
          loading={save.isPending}
          value={String(save.pending[0]?.[0] ?? days)}
          options={choices.map((count) => ({
            value: String(count),
            text: t("audit.days", { count, formatted: format.number(count) }),
          }))}
          onValueChange={(value) => void save.mutate(Number(value))}
        />
      </div>
    </Section>
  );
});
