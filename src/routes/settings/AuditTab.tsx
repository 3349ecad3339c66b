import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import type { AuditEntry, AuditPage } from "../../../contract/audit.ts";
import { AUDIT_DAYS } from "../../../contract/auditActions.ts";
import { AuditLogFilters, isAuditLogFiltered, type AuditLogFilter } from "../../components/company/AuditLogFilters.tsx";
import { AuditList } from "../../components/company/AuditList.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Select } from "../../components/ui/Select.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { downloadText } from "../downloadText.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useHistoryStep } from "../useHistoryStep.ts";
import { auditQuery, readAuditFilter } from "./auditUrl.ts";
import type { SettingsData } from "./settingsLoader.ts";
import { Button } from "../../components/ui/Button.ts";
import styles from "./SettingsRoute.module.css";

/** The audit log of the company. The filter is kept in the address. */
export const AuditTab = observer(function AuditTab() {
  const { company } = useLoaderData<SettingsData>();
  return company ? <CompanyAudit companyId={company.id} /> : null;
});

const CompanyAudit = observer(function CompanyAudit({ companyId }: { companyId: string }) {
  const { companies } = useServices();
  const { notifications } = useStore();
  const { t, format } = useTranslation("settings");
  const formatError = useErrorMessage();
  const [search, setSearch] = useSearchParams();
  const returned = useHistoryStep();
  const filter = readAuditFilter(search);
  const asked = auditQuery(filter);
  const { data, error, refetch } = useQuery<AuditPage>(queryKeys.audit(companyId, asked), (signal) =>
    companies.audit(companyId, asked, null, signal),
  );
  const [isExporting, setExporting] = useState(false);
  const [exportFailure, setExportFailure] = useState<ApiError | null>(null);

  const change = ({ person, action, from, to }: AuditLogFilter): void => {
    const query = new URLSearchParams(hrefTo.settings({ tab: "audit", person, action, from, to }).split("?")[1]);
    setSearch(query, { replace: true, preventScrollReset: true });
  };
  const save = async (): Promise<void> => {
    setExporting(true);
    setExportFailure(null);
    const result = await companies.auditCsv(companyId, asked);
    setExporting(false);
    if (!result.success) {
      setExportFailure(result.error);
      return;
    }
    const name = `audit-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.csv`;
    downloadText(result.data, name);
    notifications.show(t("audit.exported", { name }));
  };

  return (
    <section className={styles.part} aria-labelledby="audit-title">
      <h2 id="audit-title">{t("audit.title")}</h2>
      <p className={styles.help}>{t("audit.text")}</p>
      <AuditLogFilters
        value={filter}
        returned={returned}
        isExporting={isExporting}
        onChange={change}
        onExport={data && data.count > 0 ? () => void save() : undefined}
      />
      <FormError title={t("audit.exportFailed")} failure={exportFailure && formatError(exportFailure)} />
      {error ? (
        <ErrorState title={t("audit.failed")} failure={formatError(error)} onRetry={refetch} />
      ) : !data ? (
        <Skeleton shape="rows" count={8} height="3.5rem" />
      ) : data.count === 0 ? (
        <EmptyState title={t(isAuditLogFiltered(filter) ? "audit.noMatch" : "audit.empty")} headingLevel={3}>
          {isAuditLogFiltered(filter) && (
            <Button text={t("audit.clear")} onClick={() => change({ person: "", action: "", from: "", to: "" })} />
          )}
        </EmptyState>
      ) : (
        <>
          <p className={styles.help} role="status">
            {t("audit.count", { count: data.count, formatted: format.number(data.count) })}
          </p>
          <Pages
            key={JSON.stringify([data.count, data.next, data.results[0]?.id])}
            companyId={companyId}
            first={data}
            asked={asked}
          />
        </>
      )}
      {data && <Retention key={data.kept_days} companyId={companyId} days={data.kept_days} onSaved={refetch} />}
    </section>
  );
});

interface PagesProps {
  companyId: string;
  first: AuditPage;
  asked: ReturnType<typeof auditQuery>;
}

const Pages = observer(function Pages({ companyId, first, asked }: PagesProps) {
  const { companies } = useServices();
  const { t } = useTranslation("settings");
  const formatError = useErrorMessage();
  const [more, setMore] = useState<{ entries: readonly AuditEntry[]; next: string | null }>({
    entries: [],
    next: first.next,
  });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const load = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const result = await companies.audit(companyId, asked, more.next);
    setBusy(false);
    if (result.success) setMore({ entries: [...more.entries, ...result.data.results], next: result.data.next });
    else setFailure(result.error);
  };
  return (
    <>
      <AuditList entries={[...first.results, ...more.entries]} />
      <FormError title={t("audit.moreFailed")} failure={failure && formatError(failure)} />
      {more.next !== null && (
        <div>
          <Button text={t("audit.more")} loading={isBusy} onClick={() => void load()} />
        </div>
      )}
    </>
  );
});

const CHOICES = [AUDIT_DAYS.min, 90, 180, 365, 730, 1825, AUDIT_DAYS.max];

const Retention = observer(function Retention(props: { companyId: string; days: number; onSaved: () => void }) {
  const { companyId, days, onSaved } = props;
  const { companies } = useServices();
  const { notifications } = useStore();
  const { t, format } = useTranslation("settings");
  const formatError = useErrorMessage();
  const [wanted, setWanted] = useState<number | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const save = async (kept: number): Promise<void> => {
    setWanted(kept);
    setFailure(null);
    const result = await companies.keepAudit(companyId, kept);
    setWanted(null);
    if (!result.success) {
      setFailure(result.error);
      return;
    }
    notifications.show(t("saved"));
    onSaved();
  };
  const choices = [...new Set([...CHOICES, days])].toSorted((a, b) => a - b);
  return (
    <div className={styles.part}>
      <h3>{t("audit.keptTitle")}</h3>
      <p className={styles.help}>{t("audit.keptText")}</p>
      <FormError title={t("audit.keptFailed")} failure={failure && formatError(failure)} />
      <div>
        <Select
          label={t("audit.keptTitle")}
          isDisabled={wanted !== null}
          value={String(wanted ?? days)}
          options={choices.map((count) => ({
            value: String(count),
            text: t("audit.days", { count, formatted: format.number(count) }),
          }))}
          onChange={(value) => void save(Number(value))}
        />
      </div>
    </div>
  );
});
