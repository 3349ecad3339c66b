import type { AuditEntry } from "../../../contract/access/audit.ts";
import { COMPANY_ROLES, PROJECT_ROLES } from "../../../contract/constants.ts";
import { ANNOTATION_KINDS, METRIC_IDS } from "../../../contract/insights/metrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./AuditList.module.css";

export interface AuditListProps {
  entries: readonly AuditEntry[];
}

type Facts = NonNullable<AuditEntry["before"]>;

/** Audit events, newest first: time, actor, action, subject, and the previous values. */
export function AuditList({ entries }: AuditListProps) {
  const { t, format } = useTranslation("settings");
  return (
    <Stack as="ol" gap={0} aria-label={t("audit.title")}>
      {entries.map(({ id, at, action, actor, subject, before, after, address }) => (
        <li key={id} className={styles.row}>
          <Text as="time" size="small" tone="muted" overflow="anywhere" className={styles.when} dateTime={at}>
            {format.dateTime(at)}
          </Text>
          <div className={styles.what}>
            <span>
              <Text weight="medium">{t(`audit.actions.${action}`)}</Text>
              {subject && subject.name !== "" && ` · ${subject.name}`}
            </span>
            <Text size="small" tone="muted" overflow="anywhere" className={styles.facts}>
              {actor.id === null ? t("audit.operator") : t("audit.by", { name: actor.name, email: actor.email })}
            </Text>
            {(before ?? after) && <Changes before={before ?? {}} after={after ?? {}} />}
          </div>
          <Text size="small" tone="muted" overflow="anywhere" className={styles.where}>
            {address}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

/** Facts of an audit event that have a translated name; any other name is shown as the server sent it. */
const FACTS = [
  "account",
  "amount",
  "app",
  "credential",
  "day",
  "disk_quota_mb",
  "draft_days",
  "expires_at",
  "from",
  "granularity",
  "host",
  "invoice_email",
  "invoice_status",
  "kept_days",
  "kind",
  "language",
  "members",
  "metric",
  "name",
  "origin",
  "owner",
  "period",
  "plan",
  "postal_address",
  "project",
  "projects",
  "provider",
  "reference",
  "role",
  "scopes",
  "sessions",
  "source_quota",
  "sources",
  "status",
  "sync_quota",
  "tax_id",
  "time_zone",
  "title",
  "trial_ends",
  "value",
] as const;
const ROLES = [...COMPANY_ROLES, ...PROJECT_ROLES] as const;
const INVOICE_STATUSES = ["paid", "open", "void"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The export has the same facts in the server's own words. */
function Changes({ before, after }: { before: Facts; after: Facts }) {
  const { t, format } = useTranslation("settings");
  const states = useTranslation("states");
  const insights = useTranslation("insights");
  const nameOf = (name: string): string => {
    const known = FACTS.find((fact) => fact === name);
    return known === undefined ? name : t(`audit.facts.${known}`);
  };
  const formatFact = (name: string, value: Facts[string] | undefined): string => {
    if (value === undefined || value === null || value === "") return "–";
    if (Array.isArray(value)) return value.length === 0 ? "–" : format.list(value);
    if (typeof value === "number") return format.number(value);
    const role = name === "role" ? ROLES.find((one) => one === value) : undefined;
    if (role !== undefined) return states.t(`roles.${role}`);
    const kind = name === "kind" ? ANNOTATION_KINDS.find((one) => one === value) : undefined;
    if (kind !== undefined) return insights.t(`annotations.kinds.${kind}`);
    const metric = name === "metric" ? METRIC_IDS.find((one) => one === value) : undefined;
    if (metric !== undefined) return insights.t(`metrics.${metric}.name`);
    const paid = name === "invoice_status" ? INVOICE_STATUSES.find((one) => one === value) : undefined;
    if (paid !== undefined) return t(`invoices.is.${paid}`);
    // Noon of the reader's time zone is on the same day.
    if (name === "day" && typeof value === "string" && DAY.test(value)) return format.date(`${value}T12:00:00`);
    return typeof value === "string" && INSTANT.test(value) ? format.dateTime(value) : String(value);
  };
  const facts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, was: formatFact(name, before[name]), is: formatFact(name, after[name]) }))
    .filter(({ name, was, is }) => !(name in before && name in after) || was !== is);
  if (facts.length === 0) return null;
  return (
    <Text as="ul" size="small" tone="muted" overflow="anywhere" className={styles.facts}>
      {facts.map(({ name, was, is }) => (
        <li key={name}>
          {name in before && name in after
            ? t("audit.changed", { name: nameOf(name), before: was, after: is })
            : t("audit.fact", { name: nameOf(name), value: name in before ? was : is })}
        </li>
      ))}
    </Text>
  );
}
