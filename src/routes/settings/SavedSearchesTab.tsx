import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { SearchIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { SavedSearchesSection } from "../search/SavedSearchesSection.tsx";

/** All saved searches that the reader sees, of projects and over all of them. */
export function Component() {
  const { t } = useTranslation("savedSearches");
  return (
    <SavedSearchesSection
      scope={null}
      empty={
        <EmptyState
          icon={<SearchIcon size={32} />}
          title={t("saved.none")}
          action={<LinkButton intent="primary" text={t("saved.toSearch")} href={hrefTo.home()} />}
        >
          {t("saved.noneText")}
        </EmptyState>
      }
    />
  );
}
