import { useTranslation } from "../../i18n/useTranslation.ts";
import { ErrorIcon, KeyIcon, TimeIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./AttentionList.module.css";

export type AttentionItem =
  | {
      /** `token`: the source's token is rejected. */
      readonly kind: "sync" | "token";
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

const ICONS = {
  sync: <ErrorIcon aria-hidden={true} />,
  token: <KeyIcon aria-hidden={true} />,
  stale: <TimeIcon aria-hidden={true} />,
} as const;

/** What needs action: rejected tokens, failed syncs, stale issues of the reader. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  const { t, format } = useTranslation("home");
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={`${item.kind} ${item.id}`} className={styles.item} data-kind={item.kind}>
          {ICONS[item.kind]}
          <div>
            <a href={item.href}>
              {item.kind === "stale"
                ? t("attentionStale", { key: item.key, date: format.date(item.since) })
                : t(item.kind === "token" ? "attentionToken" : "attentionSync", {
                    source: item.source,
                    project: item.project,
                  })}
            </a>
            <Text as="p" tone="muted" className={styles.detail}>
              {item.kind === "stale" ? item.title : item.error}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
