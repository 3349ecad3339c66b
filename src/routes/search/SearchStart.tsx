import { observer } from "mobx-react-lite";
import { useState } from "react";
import { mayInProject } from "../../../contract/policy.ts";
import type { SavedSearch } from "../../../contract/savedSearches.ts";
import { FILTER_NAMES } from "../../../contract/searchFilters.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { SaveSearchDialog } from "../../components/search/SaveSearchDialog.tsx";
import { SavedSearchList } from "../../components/search/SavedSearchList.tsx";
import { SearchExamples } from "../../components/search/SearchExamples.tsx";
import { Button } from "../../components/ui/Button.ts";
import { Disclosure } from "../../components/ui/Disclosure.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { SearchScope } from "./searchScope.ts";
import { useSavedSearches } from "./useSavedSearches.ts";
import { useSearchExamples } from "./useSearchExamples.ts";
import { ALL_PROJECTS } from "./useSearchHistory.ts";

/** Recent searches that are listed; the field offers them too. */
const MOST_RECENT = 5;

export interface SearchStartProps {
  scope: SearchScope;
}

/** The search without a query: saved and recent searches, examples from the data, and the query language on demand. */
export const SearchStart = observer(function SearchStart({ scope }: SearchStartProps) {
  const { t } = useTranslation("search");
  const formatError = useErrorMessage();
  const { searchesOf, forgetSearches } = useStore().preferences;
  const slug = scope?.slug ?? null;
  const place = slug ?? ALL_PROJECTS;
  const recent = searchesOf(place).slice(0, MOST_RECENT);
  const examples = useSearchExamples(slug);
  const saved = useSavedSearches(slug);
  const [edited, setEdited] = useState<SavedSearch | null>(null);
  const [removed, setRemoved] = useState<SavedSearch | null>(null);
  const hrefOf = (q: string) => (slug === null ? hrefTo.home({ q }) : hrefTo.search(slug, { q }));
  // Over all projects the reader changes their own; the rest is changed in its project.
  const may = (action: "searches.remove" | "searches.share"): boolean =>
    scope !== null && mayInProject(scope.role, action);
  const busy = [...saved.watch.pending, ...saved.remove.pending].map(([id]) => id);
  return (
    <Stack gap={6}>
      {saved.error && (
        <ErrorState
          title={t("saved.failed")}
          failure={formatError(saved.error)}
          isRetrying={saved.isLoading}
          onRetry={saved.refetch}
        />
      )}
      {saved.searches.length > 0 && (
        <Stack as="section" gap={2} aria-labelledby="saved-searches">
          <Text as="h2" size="heading" id="saved-searches">
            {t("saved.title")}
          </Text>
          {saved.watch.error && (
            <InlineNotice>
              {t("saved.changeFailed")}: {formatError(saved.watch.error).text}
            </InlineNotice>
          )}
          <SavedSearchList
            searches={saved.searches}
            busy={busy}
            hasProjects={scope === null}
            hrefOf={(search) => hrefTo.search(search.project.slug, search)}
            mayRemove={({ owner }) => owner === null || may("searches.remove")}
            onWatch={({ id }, isWatched) => void saved.watch.mutate(id, isWatched)}
            onEdit={setEdited}
            onRemove={setRemoved}
          />
        </Stack>
      )}
      {recent.length > 0 && (
        <Stack as="section" gap={2} aria-labelledby="recent-searches">
          <Inline>
            <Text as="h2" size="heading" id="recent-searches">
              {t("history.heading")}
            </Text>
            <Button
              variant="minimal"
              size="small"
              text={t("history.clear")}
              aria-label={t("history.forget")}
              onClick={() => forgetSearches(place)}
            />
          </Inline>
          <Stack as="ul" gap={2}>
            {recent.map((q) => (
              <li key={q}>
                <a href={hrefOf(q)}>
                  <code>{q}</code>
                </a>
              </li>
            ))}
          </Stack>
        </Stack>
      )}
      {examples.length > 0 && (
        <Stack as="section" gap={2} aria-labelledby="search-examples">
          <Text as="h2" size="heading" id="search-examples">
            {t("example.title")}
          </Text>
          <SearchExamples examples={examples} hrefOf={hrefOf} />
        </Stack>
      )}
      <Disclosure summary={t("syntax.title")}>
        <p>{t("start.text")}</p>
        <p>{t("start.grammar")}</p>
        <p>{t("start.filters", { filters: FILTER_NAMES.map((name) => `${name}:`).join(" ") })}</p>
        <p>{t("start.keys")}</p>
      </Disclosure>
      {edited && (
        <SaveSearchDialog
          isOpen
          q={edited.q}
          saved={edited}
          facets={Object.values(edited.facets).flat().length}
          canShare={may("searches.share")}
          isBusy={saved.update.isPending}
          failure={saved.update.error && formatError(saved.update.error)}
          onSave={({ name, q, hasFacets, shared }) =>
            void saved.update
              .mutate(edited.id, { name, q, shared, ...(!hasFacets && { facets: {} }) })
              .then(({ success }) => {
                if (success) setEdited(null);
              })
          }
          onClose={() => {
            saved.update.reset();
            setEdited(null);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={removed !== null}
        title={t("saved.removeTitle")}
        text={t(removed?.shared === true ? "saved.removeShared" : "saved.removeText", { name: removed?.name ?? "" })}
        action={t("saved.remove")}
        isBusy={saved.remove.isPending}
        failure={saved.remove.error ? formatError(saved.remove.error).text : undefined}
        onConfirm={() => {
          if (removed)
            void saved.remove.mutate(removed.id).then(({ success }) => {
              if (success) setRemoved(null);
            });
        }}
        onCancel={() => {
          saved.remove.reset();
          setRemoved(null);
        }}
      />
    </Stack>
  );
});
