import { useId } from "react";
import { AUDIT_ACTIONS, type AuditAction } from "../../../contract/access/auditActions.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Select } from "../ui/Select.tsx";
import { DebouncedInput } from "../ui/DebouncedInput.tsx";
import { Button } from "../ui/Button.tsx";
import { SearchIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./AuditLogFilters.module.css";

export interface AuditLogFilter {
  /** Part of a name or an address. */
  person: string;
  action: AuditAction | "";
  /** Days as `2026-03-02`; empty: unbounded. */
  from: string;
  to: string;
}

export interface AuditLogFiltersProps {
  value: AuditLogFilter;
  /** Changes on a step back or forward: the value then replaces the typed text. */
  historyKey?: string | undefined;
  onChange: (value: AuditLogFilter) => void;
  /** Undefined while there is nothing to export. */
  onExport?: (() => void) | undefined;
  isExporting?: boolean;
}

export const isAuditLogFiltered = ({ person, action, from, to }: AuditLogFilter): boolean =>
  [person.trim(), action, from, to].some((part) => part !== "");

/** The filters of the log, and its export. */
export function AuditLogFilters({ value, historyKey, onChange, onExport, isExporting = false }: AuditLogFiltersProps) {
  const { t, locale } = useTranslation("settings");
  const id = useId();
  const change = (part: Partial<AuditLogFilter>): void => onChange({ ...value, ...part });
  const actions = AUDIT_ACTIONS.map((action) => ({ value: action, text: t(`audit.actions.${action}`) })).toSorted(
    (a, b) => a.text.localeCompare(b.text, locale),
  );
  return (
    <search className={styles.filters} aria-label={t("audit.filters")}>
      <Text as="label" size="small" tone="muted" className={styles.person} htmlFor={`${id}person`}>
        {t("audit.person")}
        <DebouncedInput
          id={`${id}person`}
          type="search"
          leftIcon={<SearchIcon />}
          value={value.person}
          historyKey={historyKey}
          onSettle={(person) => change({ person })}
        />
      </Text>
      <Text as="label" size="small" tone="muted" htmlFor={`${id}action`}>
        {t("audit.action")}
        <Select
          id={`${id}action`}
          value={value.action}
          options={[{ value: "" as const, text: t("audit.allActions") }, ...actions]}
          onValueChange={(action) => change({ action })}
        />
      </Text>
      {(["from", "to"] as const).map((end) => (
        <Text key={end} as="label" size="small" tone="muted" htmlFor={`${id}${end}`}>
          {t(`audit.${end}`)}
          <DebouncedInput
            id={`${id}${end}`}
            type="date"
            value={value[end]}
            max="9999-12-31"
            historyKey={historyKey}
            onSettle={(day) => change({ [end]: day })}
          />
        </Text>
      ))}
      <Button
        variant="outlined"
        text={t("audit.export")}
        disabled={onExport === undefined}
        loading={isExporting}
        onClick={onExport}
      />
    </search>
  );
}
