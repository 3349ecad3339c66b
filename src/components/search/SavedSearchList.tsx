import type { SavedSearch } from "../../../contract/search/savedSearches.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Switch } from "../ui/Switch.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { TrashIcon } from "../ui/icons.ts";
import styles from "./SavedSearchList.module.css";

export interface SavedSearchListProps {
  /** At least one. */
  searches: readonly SavedSearch[];
  /** Ids of the searches that are being deleted. */
  busy?: readonly string[];
  /** Address of a search. */
  hrefOf: (search: SavedSearch) => string;
  /** Shows which project each searches, or that it searches all. */
  hasProjects?: boolean;
  /** Whether the reader may delete it: their own, or any shared one by their role. */
  mayRemove: (search: SavedSearch) => boolean;
  onWatch: (search: SavedSearch, isWatched: boolean) => void;
  /** Opens what changes one of the reader's own. */
  onEdit: (search: SavedSearch) => void;
  onRemove: (search: SavedSearch) => void;
}

/** Saved searches: each is opened, watched and deleted here. */
export function SavedSearchList({
  searches,
  busy = [],
  hasProjects = false,
  hrefOf,
  mayRemove,
  onWatch,
  onEdit,
  onRemove,
}: SavedSearchListProps) {
  const { t } = useTranslation("savedSearches");
  return (
    <ul>
      {searches.map((search) => (
        <li key={search.id} className={styles.search}>
          <div className={styles.text}>
            <Inline>
              <a href={hrefOf(search)}>
                <ForeignText text={search.name} />
              </a>
              {hasProjects && <Text tone="muted">{search.project?.name ?? t("saved.allProjects")}</Text>}
              {search.owner !== null && <Text tone="muted">{t("saved.by", { name: search.owner })}</Text>}
              {search.owner === null && search.shared && <Tag>{t("saved.shared")}</Tag>}
            </Inline>
            {search.q !== search.name && (
              <Text as="div" size="small" tone="muted" overflow="anywhere">
                <code>{search.q}</code>
              </Text>
            )}
            {search.watched && search.too_broad && (
              <Text as="div" size="small" tone="warning">
                {t(search.project ? "saved.tooBroad" : "saved.tooBroadSomewhere")}
              </Text>
            )}
          </div>
          <Switch
            label={t("saved.watch")}
            aria-label={t("saved.watchName", { name: search.name })}
            checked={search.watched}
            disabled={busy.includes(search.id)}
            onChange={({ currentTarget }) => onWatch(search, currentTarget.checked)}
          />
          {search.owner === null && (
            <Button
              variant="minimal"
              text={t("saved.edit")}
              aria-label={t("saved.editName", { name: search.name })}
              disabled={busy.includes(search.id)}
              onClick={() => onEdit(search)}
            />
          )}
          {mayRemove(search) && (
            <Button
              variant="minimal"
              icon={<TrashIcon />}
              aria-label={t("saved.removeName", { name: search.name })}
              disabled={busy.includes(search.id)}
              onClick={() => onRemove(search)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
