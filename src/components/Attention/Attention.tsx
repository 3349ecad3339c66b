import { ErrorIcon, TimeIcon } from "@blueprintjs/icons";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./Attention.module.css";

export type AttentionItem =
  | {
      readonly kind: "sync";
      readonly id: string;
      readonly source: string;
      readonly project: string;
      readonly error: string | null;
      readonly href: string;
    }
  | {
      readonly kind: "stale";
      readonly id: string;
      readonly key: string;
      readonly title: string;
      readonly since: string;
      readonly href: string;
    };

/** What does not go on by itself: syncs that failed, issues of the reader that rest. */
export function Attention({ items }: { items: readonly AttentionItem[] }) {
  const { t, format } = useWords("home");
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={`${item.kind} ${item.id}`} className={styles.item} data-kind={item.kind}>
          {item.kind === "sync" ? <ErrorIcon aria-hidden={true} /> : <TimeIcon aria-hidden={true} />}
          <div>
            <a href={item.href}>
              {item.kind === "sync"
                ? t("attentionSync", { source: item.source, project: item.project })
                : t("attentionStale", { key: item.key, date: format.date(item.since) })}
            </a>
            <p className={styles.detail}>{item.kind === "sync" ? item.error : item.title}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
