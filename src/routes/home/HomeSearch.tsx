import { observer } from "mobx-react-lite";
import { Suspense, lazy, useId, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { SavedSearch } from "../../../contract/savedSearches.ts";
import { SearchField } from "../../components/search/SearchField.tsx";
import { DisclosureButton } from "../../components/ui/DisclosureButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useDebouncedText } from "../../components/ui/useDebouncedText.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useFilterValues } from "../search/useFilterValues.ts";
import { ALL_PROJECTS, useSearchHistory } from "../search/useSearchHistory.ts";
import { useHistoryStep } from "../useHistoryStep.ts";
import styles from "./HomeSearch.module.css";

const SearchStart = lazy(async () => ({ default: (await import("../search/SearchStart.tsx")).SearchStart }));

const NONE: readonly SavedSearch[] = [];
const trimmed = (text: string): string => text.trim();

/** The search over all projects of the reader. Its query is kept in the address. */
export const HomeSearch = observer(function HomeSearch({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation("home");
  const navigate = useNavigate();
  const { savedSearches } = useServices();
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
    returned: useHistoryStep(),
  });
  const { data: saved } = useQuery(queryKeys.savedSearches(), (signal) => savedSearches.list(signal));
  const { history, note } = useSearchHistory(ALL_PROJECTS, saved ?? NONE);
  const { known, setTyped } = useFilterValues(null);
  const startId = useId();
  const [isStartOpen, setStartOpen] = useState(false);
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
          const chosen = saved?.find(({ id }) => id === past.id);
          if (chosen) void navigate(hrefTo.search(chosen.project.slug, chosen));
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
      {query === "" && (
        <div>
          <DisclosureButton
            variant="quiet"
            isOpen={isStartOpen}
            controls={startId}
            onToggle={() => setStartOpen(!isStartOpen)}
          >
            {t("searchMore")}
          </DisclosureButton>
          <div id={startId} className={styles.start}>
            {isStartOpen && (
              <Suspense fallback={<Skeleton shape="rows" count={4} height="2rem" />}>
                <SearchStart scope={null} />
              </Suspense>
            )}
          </div>
        </div>
      )}
    </Stack>
  );
});
