import type { CodeRepository } from "../../../contract/code/code.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { Icon } from "../ui/Icon.tsx";
import { GitRepoIcon } from "../ui/icons.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { ReadFolders } from "./ReadFolders.tsx";
import styles from "./RepositoryList.module.css";

export interface RepositoryListProps {
  repositories: readonly CodeRepository[];
  hrefOf: (repository: CodeRepository) => string;
  /** The folders that repositories are limited to, by id. */
  folders?: Readonly<Record<string, readonly string[]>>;
}

/** The repositories of a project. */
export function RepositoryList({ repositories, hrefOf, folders = {} }: RepositoryListProps) {
  const { t } = useTranslation("code");
  return (
    <ul className={styles.list} aria-label={t("repositories.title")}>
      {repositories.map((repository) => {
        const { id, name, branch, files, updated_at, head } = repository;
        return (
          <li key={id} className={styles.item}>
            <Icon of={GitRepoIcon} />
            <a href={hrefOf(repository)} className={styles.name}>
              <ForeignText text={name} />
            </a>
            {branch !== null && (
              <Tag>
                <ForeignText text={branch} />
              </Tag>
            )}
            <Text size="small" tone="muted">
              {head === null ? t("repositories.unread") : t("repositories.files", { count: files })}
            </Text>
            {updated_at !== null && (
              <Text size="small" tone="muted">
                <RelativeTime at={updated_at} />
              </Text>
            )}
            <ReadFolders repository={name} folders={folders[id] ?? []} />
          </li>
        );
      })}
    </ul>
  );
}
