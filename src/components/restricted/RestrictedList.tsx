import type { RestrictedItem } from "../../../contract/issues/restricted.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Markdown } from "../ui/Markdown.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./RestrictedList.module.css";

export interface RestrictedListProps {
  items: readonly RestrictedItem[];
}

/** Restricted items; each text is shown on expansion. */
export function RestrictedList({ items }: RestrictedListProps) {
  const { t } = useTranslation("restricted");
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id}>
          <Disclosure
            summary={
              <>
                <span className={styles.title}>
                  {item.key} <ForeignText text={item.title} />
                </span>
                <Text size="small" tone="muted">
                  {t(`kinds.${item.kind}`)}
                  {item.author !== null && ` · ${item.author}`} · <RelativeTime at={item.updated_at} />
                </Text>
              </>
            }
          >
            <Markdown text={item.body} base={item.url} headingLevel={4} />
            {webHref(item.url) && (
              <a href={webHref(item.url)} target="_blank" rel="noreferrer">
                {t("open")}
              </a>
            )}
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
