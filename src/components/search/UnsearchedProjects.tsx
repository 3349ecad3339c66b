import { useTranslation } from "../../i18n/useTranslation.ts";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";

/** Maximum of names; further ones are counted. */
const MOST_NAMES = 8;

export interface UnsearchedProjectsProps {
  /** Names of the projects that the search did not cover. */
  projects: readonly string[];
  isSearching?: boolean;
  /** Why the last search of them failed. */
  failure?: string | undefined;
  onSearch: () => void;
}

/** Lists the projects that a search over all projects did not cover, and searches them on demand. */
export function UnsearchedProjects({ projects, isSearching = false, failure, onSearch }: UnsearchedProjectsProps) {
  const { t, format } = useTranslation("home");
  const named = projects.slice(0, MOST_NAMES);
  const others = projects.length - named.length;
  const list = format.list(others > 0 ? [...named, t("found.others", { count: others })] : [...named]);
  return (
    <InlineNotice
      title={t("found.partialTitle", { count: projects.length })}
      action={
        <Button loading={isSearching} onClick={onSearch}>
          {t("found.searchOthers")}
        </Button>
      }
    >
      {list}
      {failure !== undefined && <Text as="p">{failure}</Text>}
    </InlineNotice>
  );
}
