import { observer } from "mobx-react-lite";
import { Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { SavedSearch } from "../../../contract/search/savedSearches.ts";
import type { KnownValues, TypedFilter } from "../../components/search/queryCompletions.ts";
import { SearchField } from "../../components/search/SearchField.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useDebouncedText } from "../../components/ui/useDebouncedText.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { ALL_PROJECTS, useSearchHistory } from "../search/useSearchHistory.ts";
import { usePageShortcuts } from "../shell/openShortcuts.ts";
import { useHistoryStep } from "../addresses/useHistoryStep.ts";

const HomeSearchStart = lazyComponent(() => import("./HomeSearchStart.tsx"), "HomeSearchStart");

const HomeSearchData = lazyComponent(() => import("./HomeSearchData.tsx"), "HomeSearchData");

const NO_SEARCHES: readonly SavedSearch[] = [];
const NO_VALUES: KnownValues = {};
const trimmed = (text: string): string => text.trim();

/** The search over all projects of the reader. Its query is kept in the address. */
export const HomeSearch = observer(function HomeSearch({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation("home");
  const navigate = useNavigate();
  usePageShortcuts("searchField");
  const [params, setParams] = useSearchParams();
  const query = trimmed(params.get("q") ?? "");
  const search = (q: string) =>
    setParams((now) => {
      if (trimmed(q) === "") return {};
      const next = new URLSearchParams(now);
      next.delete("limit");
      next.set("q", trimmed(q));
      return next;
    });
  // Submitted by Enter only, since it asks many projects; text typed while the address updates is kept.
  const { text, type, commit } = useDebouncedText(query, search, {
    pause: null,
    normalize: trimmed,
    historyKey: useHistoryStep(),
  });
  const [saved, setSaved] = useState(NO_SEARCHES);
  const [known, setKnown] = useState(NO_VALUES);
  const [typed, setTyped] = useState<TypedFilter | null>(null);
  const { history, note } = useSearchHistory(ALL_PROJECTS, saved);
  return (
    <Stack gap={2}>
      <SearchField
        label={t("searchLabel")}
        placeholder={t("searchPlaceholder")}
        text={text}
        known={known}
        onTypedFilter={setTyped}
        history={history}
        onChoosePast={(past) => {
          const chosen = saved.find(({ id }) => id === past.id);
          if (chosen) void navigate(hrefTo.savedSearch(chosen));
          else commit(past.q);
        }}
        onChange={type}
        onClear={() => commit("")}
        onSubmit={() => {
          note(text);
          commit();
        }}
        onLeave={onLeave}
      />
      <Suspense fallback={null}>
        <HomeSearchData typed={typed} onKnown={setKnown} onSaved={setSaved} />
      </Suspense>
      {query === "" && (
        <Suspense fallback={<Skeleton count={1} height="1.5rem" />}>
          <HomeSearchStart />
        </Suspense>
      )}
    </Stack>
  );
});
