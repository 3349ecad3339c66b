import type { CodeEntry } from "../../../contract/code.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { DocumentIcon, FolderCloseIcon, GitRepoIcon, LinkIcon } from "../ui/icons.ts";
import styles from "./CodeFolder.module.css";

export interface CodeFolderProps {
  entries: readonly CodeEntry[];
  /** Entries of the folder, with those that are not listed. */
  total: number;
  /** The folder around it; null at the root. */
  parentHref: string | null;
  hrefOf: (entry: CodeEntry) => string;
  commitHref: (hash: string) => string;
}

const ICONS = { folder: FolderCloseIcon, file: DocumentIcon, link: LinkIcon, submodule: GitRepoIcon } as const;

/** The entries of a folder, each with the newest commit that changed it. */
export function CodeFolder({ entries, total, parentHref, hrefOf, commitHref }: CodeFolderProps) {
  const { t } = useTranslation("code");
  return (
    <div className={styles.box}>
      <ul className={styles.list} aria-label={t("folder.entries")}>
        {parentHref !== null && (
          <li className={styles.entry}>
            <Text tone="muted" className={styles.icon} aria-hidden>
              <FolderCloseIcon size={14} />
            </Text>
            <a href={parentHref} className={styles.name} aria-label={t("folder.up")}>
              ..
            </a>
          </li>
        )}
        {entries.map((entry) => {
          const Icon = ICONS[entry.kind];
          const { commit } = entry;
          return (
            <li key={entry.path} className={styles.entry}>
              <Text tone="muted" className={styles.icon}>
                <Icon size={14} aria-hidden={true} />
                {entry.kind !== "file" && <span className="visually-hidden">{t(`folder.${entry.kind}`)}</span>}
              </Text>
              {entry.is_named ? (
                <a href={hrefOf(entry)} className={styles.name}>
                  {entry.name}
                </a>
              ) : (
                <span className={styles.name}>
                  {entry.name} <span className="visually-hidden">{t("folder.unnamed")}</span>
                </span>
              )}
              {commit ? (
                <Text as="a" tone="muted" href={commitHref(commit.hash)} className={styles.commit} title={commit.title}>
                  {commit.title}
                </Text>
              ) : (
                <span className={styles.commit} />
              )}
              <Text size="small" tone="muted" className={styles.time}>
                {commit && <RelativeTime at={commit.at} />}
              </Text>
            </li>
          );
        })}
      </ul>
      {total > entries.length && (
        <Text as="p" size="small" tone="muted" className={styles.note}>
          {t("folder.more", { count: total - entries.length })}
        </Text>
      )}
      {total === 0 && (
        <Text as="p" tone="muted" className={styles.note}>
          {t("folder.empty")}
        </Text>
      )}
    </div>
  );
}
