import { Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { LinkIcon, TimeIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { hrefTo } from "../paths.ts";
import type { SearchScope } from "./searchScope.ts";

const SearchStart = lazyComponent(() => import("./SearchStart.tsx"), "SearchStart");

/** Code can be searched once the files are indexed, while history and symbols are still being read. */
const isSearchable = ({ kind, sync }: LinkedSource): boolean =>
  sync.finished_at !== null ||
  sync.items > 0 ||
  (kind === "repository" && (sync.step === "history" || sync.step === "symbols"));

export interface BlankSearchProps {
  scope: NonNullable<SearchScope>;
  sources: readonly LinkedSource[];
}

/** The project's search without a query, or without a source that can be searched. */
export function BlankSearch({ scope, sources }: BlankSearchProps) {
  const { t } = useTranslation("search");
  if (sources.length === 0) {
    return (
      <EmptyState
        icon={<LinkIcon size={32} />}
        title={t("noSources.title")}
        action={
          mayInProject(scope.role, "sources.change") ? (
            <LinkButton intent="primary" text={t("noSources.action")} href={hrefTo.projectTab(scope.slug, "sources")} />
          ) : undefined
        }
      >
        {t("noSources.text")}
      </EmptyState>
    );
  }
  if (!sources.some(isSearchable)) {
    return (
      <EmptyState icon={<TimeIcon size={32} />} title={t("notReady.title")}>
        {t("notReady.text")}
      </EmptyState>
    );
  }
  return (
    <Suspense fallback={<Skeleton shape="rows" count={4} height="2rem" />}>
      <SearchStart scope={scope} />
    </Suspense>
  );
}
