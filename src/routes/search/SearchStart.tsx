import { observer } from "mobx-react-lite";
import { FILTER_NAMES } from "../../../contract/query/searchFilters.ts";
import { SearchExamples } from "../../components/search/SearchExamples.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Disclosure } from "../../components/ui/Disclosure.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { SavedSearchesSection } from "./SavedSearchesSection.tsx";
import type { SearchScope } from "./searchScope.ts";
import { useSearchExamples } from "./useSearchExamples.ts";
import { ALL_PROJECTS } from "./useSearchHistory.ts";

/** Recent searches that are listed; the field offers them too. */
const MOST_RECENT = 5;

export interface SearchStartProps {
  scope: SearchScope;
}

/** The search without a query: saved and recent searches, examples from the data, and the query language on demand. */
export const SearchStart = observer(function SearchStart({ scope }: SearchStartProps) {
  const { t } = useTranslation("searchStart");
  const { searchesOf, forgetSearches } = useStore().preferences;
  const slug = scope?.slug ?? null;
  const place = slug ?? ALL_PROJECTS;
  const recent = searchesOf(place).slice(0, MOST_RECENT);
  const examples = useSearchExamples(slug);
  const hrefOf = (q: string) => (slug === null ? hrefTo.home({ q }) : hrefTo.search(slug, { q }));
  return (
    <Stack gap={6}>
      <SavedSearchesSection scope={scope} />
      {recent.length > 0 && (
        <Stack as="section" gap={2} aria-labelledby="recent-searches">
          <Inline>
            <Text as="h2" size="heading" id="recent-searches">
              {t("recent.heading")}
            </Text>
            <Button
              variant="minimal"
              size="small"
              text={t("recent.clear")}
              aria-label={t("recent.forget")}
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
    </Stack>
  );
});
