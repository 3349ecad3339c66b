import type { RestrictedItem } from "../../../contract/issues/restricted.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RestrictedList } from "./RestrictedList.tsx";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./RestrictedItems.module.css";

export interface RestrictedSearchResultsProps {
  /** Renders nothing without any. */
  items: readonly RestrictedItem[];
  isLoading?: boolean;
  /** Omit where there are no more. */
  onMore?: (() => void) | undefined;
}

/** Restricted items that match the query, shown with the results of a search for a member whose role may read them. */
export function RestrictedSearchResults({ items, isLoading = false, onMore }: RestrictedSearchResultsProps) {
  const { t, format } = useTranslation("restricted");
  if (items.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="restricted-found" aria-busy={isLoading}>
      <h2 id="restricted-found">{t("found")}</h2>
      <Text as="p" size="small" tone="muted">
        {t(onMore ? "foundFirst" : "foundAll", {
          count: items.length,
          formatted: format.number(items.length),
        })}
      </Text>
      <RestrictedList items={items} />
      {onMore && <Button variant="minimal" text={t("more")} loading={isLoading} onClick={onMore} />}
    </section>
  );
}
