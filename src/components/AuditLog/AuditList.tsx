import type { AuditEntry } from "../../../contract/audit.ts";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./AuditLog.module.css";

export interface AuditListProps {
  entries: readonly AuditEntry[];
}

type Facts = NonNullable<AuditEntry["before"]>;

/** What has been done, newest first: when, by whom, what, to what, and what it was before. */
export function AuditList({ entries }: AuditListProps) {
  const { t, format } = useWords("settings");
  return (
    <ol className={styles.list} aria-label={t("audit.title")}>
      {entries.map(({ id, at, action, actor, subject, before, after, address }) => (
        <li key={id} className={styles.row}>
          <time className={styles.when} dateTime={at}>
            {format.dateTime(at)}
          </time>
          <div className={styles.what}>
            <span>
              <span className={styles.action}>{t(`audit.actions.${action}`)}</span>
              {subject && subject.name !== "" && ` · ${subject.name}`}
            </span>
            <span className={styles.facts}>
              {actor.id === null ? t("audit.operator") : t("audit.by", { name: actor.name, email: actor.email })}
            </span>
            {(before ?? after) && <Changes before={before ?? {}} after={after ?? {}} />}
          </div>
          <span className={styles.where}>{address}</span>
        </li>
      ))}
    </ol>
  );
}

/** Names and values are the server's own words: they are what its export says, too. */
function Changes({ before, after }: { before: Facts; after: Facts }) {
  const { t } = useWords("settings");
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !(name in before && name in after) || worded(before[name]) !== worded(after[name]),
  );
  if (names.length === 0) return null;
  return (
    <ul className={styles.facts}>
      {names.map((name) => (
        <li key={name}>
          {name in before && name in after
            ? t("audit.changed", { name, before: worded(before[name]), after: worded(after[name]) })
            : t("audit.fact", { name, value: worded(before[name] ?? after[name]) })}
        </li>
      ))}
    </ul>
  );
}

const worded = (value: Facts[string] | undefined): string =>
  value === undefined || value === null || value === "" ? "–" : Array.isArray(value) ? value.join(", ") : String(value);
