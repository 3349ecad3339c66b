import { useState, type SubmitEvent } from "react";
import type { RestrictedItem } from "../../../contract/issues/restricted.ts";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RestrictedList } from "./RestrictedList.tsx";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./RestrictedItems.module.css";

export interface RestrictedItemsProps {
  /** Null before the first answer. */
  items: readonly RestrictedItem[] | null;
  /** The query of `items`. */
  query: string;
  isLoading: boolean;
  onSearch: (query: string) => void;
  /** Omit where there are no more. */
  onMore?: (() => void) | undefined;
}

/** Restricted items, for a member whose role may read them. Of all searches only the project's shows them too, apart from its results. */
export function RestrictedItems({ items, query, isLoading, onSearch, onMore }: RestrictedItemsProps) {
  const { t } = useTranslation("restricted");
  const [typed, setTyped] = useState(query);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <section className={styles.part} aria-labelledby="restricted-title" aria-busy={isLoading}>
      <h2 id="restricted-title">{t("title")}</h2>
      <Text as="p" size="small" tone="muted">
        {t("about")}
      </Text>
      <form className={styles.search} role="search" onSubmit={handleSubmit}>
        <InputGroup
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          maxLength={TEXT_LIMITS.query}
          value={typed}
          onValueChange={setTyped}
        />
        <Button type="submit" variant="outlined" text={t("find")} loading={isLoading} />
      </form>
      {items?.length === 0 && (
        <Text as="p" size="small" tone="muted">
          {t(query === "" ? "empty" : "nothing")}
        </Text>
      )}
      <RestrictedList items={items ?? []} />
      {onMore && <Button variant="minimal" text={t("more")} loading={isLoading} onClick={onMore} />}
    </section>
  );
}
