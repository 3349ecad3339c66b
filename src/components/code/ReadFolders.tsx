import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";

export interface ReadFoldersProps {
  /** Name of the repository. */
  repository: string;
  /** The folders that it is limited to; none: it is read whole. */
  folders: readonly string[];
}

/** Folders that are named; a repository may have fifty. */
const MAX_NAMED = 5;

/** That only some folders of a repository are read: nothing else of it is found. */
export function ReadFolders({ repository, folders }: ReadFoldersProps) {
  const { t, format } = useTranslation("code");
  if (folders.length === 0) return null;
  const more = folders.length - MAX_NAMED;
  const names = [...folders.slice(0, MAX_NAMED), ...(more > 0 ? [t("repositories.more", { count: more })] : [])];
  return (
    <Text as="p" size="small" tone="muted">
      {t("repositories.only", { count: folders.length, names: format.list(names), repository })}
    </Text>
  );
}
