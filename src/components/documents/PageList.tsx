import type { DocumentEntry } from "../../../contract/documents/documents.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FolderList } from "../patterns/FolderList.tsx";
import { FolderCloseIcon, GitRepoIcon, ManualIcon } from "../ui/icons.ts";
import { Tag } from "../ui/Tag.tsx";

export interface PageListProps {
  /** The accessible name. */
  label: string;
  entries: readonly DocumentEntry[];
  /** Ids of the sources that are wikis: their entries are pages. */
  wikis: Pick<ReadonlySet<string>, "has">;
  hrefOf: (entry: DocumentEntry) => string;
}

/** Larger folders are browsed in the tree, which is virtualized. */
const MAX_ENTRIES = 500;

/** The sources of a project, or the pages of a wiki, with the number of documents below each and of its names that the code no longer has. */
export function PageList({ label, entries, wikis, hrefOf }: PageListProps) {
  const { t } = useTranslation("documents");
  const rest = entries.length - MAX_ENTRIES;
  return (
    <FolderList
      label={label}
      entries={entries.slice(0, MAX_ENTRIES).map((entry) => {
        const isWiki = wikis.has(entry.source);
        return {
          key: `${entry.source} ${entry.path}`,
          name: entry.name,
          icon: entry.kind === "folder" ? FolderCloseIcon : isWiki ? ManualIcon : GitRepoIcon,
          href: hrefOf(entry),
          badge: (entry.stale_references ?? 0) > 0 && (
            <Tag round intent="warning">
              {t("staleReferences.badge", { count: entry.stale_references ?? 0 })}
            </Tag>
          ),
          fact: entry.files !== null && t(isWiki ? "folder.pages" : "folder.files", { count: entry.files }),
          at: entry.updated_at,
        };
      })}
      note={rest > 0 ? t("folder.more", { count: rest }) : null}
    />
  );
}
