import type { DocumentEntry } from "../../../contract/documents.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { DocumentIcon, FolderCloseIcon, GitRepoIcon, ManualIcon } from "../ui/icons.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./FolderList.module.css";

export interface FolderListProps {
  entries: readonly DocumentEntry[];
  /** Sources that are wikis: their entries are pages. */
  wikis?: ReadonlySet<string>;
  hrefOf: (entry: DocumentEntry) => string;
}

const NO_WIKI: ReadonlySet<string> = new Set();
const ICONS = {
  source: GitRepoIcon,
  wiki: ManualIcon,
  folder: FolderCloseIcon,
  file: DocumentIcon,
  page: ManualIcon,
} as const;
/** Larger folders are browsed in the tree, which is virtualized. */
const SHOWN = 500;

/** The entries of a folder, with the number of documents below and the last change. */
export function FolderList({ entries, wikis = NO_WIKI, hrefOf }: FolderListProps) {
  const { t, format } = useTranslation("documents");
  return (
    <>
      <Stack as="ul" gap={0}>
        {entries.slice(0, SHOWN).map((entry) => {
          const isWiki = wikis.has(entry.source);
          const Icon = ICONS[entry.kind === "source" && isWiki ? "wiki" : entry.kind];
          return (
            <li key={`${entry.source} ${entry.path}`} className={styles.entry}>
              <Text tone="muted" className={styles.icon} aria-hidden>
                <Icon size={14} />
              </Text>
              <a href={hrefOf(entry)} className={styles.name}>
                {entry.name}
              </a>
              <Text tone="muted" className={styles.fact}>
                {entry.files !== null
                  ? t(isWiki ? "folder.pages" : "folder.files", { count: entry.files })
                  : entry.size !== null
                    ? t("folder.bytes", { size: sizeOf(entry.size, format.number) })
                    : ""}
              </Text>
              <Text tone="muted" className={styles.time}>
                {entry.updated_at && <RelativeTime at={entry.updated_at} />}
              </Text>
            </li>
          );
        })}
      </Stack>
      {entries.length > SHOWN && (
        <Text as="p" tone="muted" className={styles.more}>
          {t("folder.more", { count: entries.length - SHOWN })}
        </Text>
      )}
    </>
  );
}

/** A size in bytes, formatted: `512 B`, `12 kB`, `1.4 MB`. */
export function sizeOf(bytes: number, number: (value: number) => string): string {
  if (bytes < 1000) return `${number(bytes)} B`;
  if (bytes < 1_000_000) return `${number(Math.round(bytes / 1000))} kB`;
  return `${number(Math.round(bytes / 100_000) / 10)} MB`;
}
