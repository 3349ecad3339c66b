import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ErrorIcon, KeyIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./AttentionList.module.css";

export interface AttentionItem {
  /** `token`: the source's token is rejected. */
  readonly kind: "sync" | "token";
  readonly id: string;
  readonly source: string;
  readonly project: string;
  readonly error: string | null;
  readonly href: string;
}

const ICONS = { sync: ErrorIcon, token: KeyIcon } as const;

/** Sources that need action: rejected tokens and failed syncs. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  const { t } = useTranslation("home");
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={`${item.kind} ${item.id}`} className={styles.item} data-kind={item.kind}>
          <Icon of={ICONS[item.kind]} />
          <div>
            <a href={item.href}>
              {t(item.kind === "token" ? "attentionToken" : "attentionSync", {
                source: item.source,
                project: item.project,
              })}
            </a>
            <Text as="p" tone="muted" className={styles.detail}>
              {item.error !== null && <ForeignText text={item.error} />}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
