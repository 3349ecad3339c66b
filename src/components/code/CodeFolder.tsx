import type { CodeEntry } from "../../../contract/code/code.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FolderList } from "../patterns/FolderList.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Text } from "../ui/Text.tsx";
import { DocumentIcon, FolderCloseIcon, GitRepoIcon, LinkIcon } from "../ui/icons.ts";

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

/** The entries of a folder of a repository, each with the newest commit that changed it. */
export function CodeFolder({ entries, total, parentHref, hrefOf, commitHref }: CodeFolderProps) {
  const { t } = useTranslation("code");
  const rest = total - entries.length;
  return (
    <FolderList
      label={t("folder.entries")}
      entries={[
        ...(parentHref === null
          ? []
          : [{ key: "", name: "..", label: t("folder.up"), icon: FolderCloseIcon, href: parentHref }]),
        ...entries.map((entry) => ({
          key: entry.path,
          name: entry.name,
          icon: ICONS[entry.kind],
          kind: entry.kind === "file" ? undefined : t(`folder.${entry.kind}`),
          href: entry.is_named ? hrefOf(entry) : undefined,
          note: t("folder.unnamed"),
          fact: entry.commit && (
            <Text as="a" tone="muted" href={commitHref(entry.commit.hash)} title={entry.commit.title}>
              <ForeignText text={entry.commit.title} />
            </Text>
          ),
          at: entry.commit?.at,
        })),
      ]}
      note={total === 0 ? t("folder.empty") : rest > 0 ? t("folder.more", { count: rest }) : null}
    />
  );
}
