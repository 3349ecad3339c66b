import { observer } from "mobx-react-lite";
import { Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { CommandPalette, type PaletteGroup } from "../../components/shell/CommandPalette.tsx";
import { NO_FACETS } from "../../components/search/SearchFacetList.tsx";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { ALL_PROJECTS } from "../search/useSearchHistory.ts";
import { type Command, NAMED_COMMAND } from "./paletteCommands.ts";
import { usePaletteItems } from "./usePaletteItems.ts";
import type { ShellCommandsOptions } from "./useShellCommands.ts";

const SearchTokens = lazyComponent(() => import("../search/SearchTokens.tsx"), "SearchTokens");

export interface ShellPaletteProps extends ShellCommandsOptions {
  /** The typed text: held by the parent, because users type while the palette loads. */
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** Maximum of names of projects that were not searched; further ones are counted. */
const MOST_NAMED = 3;
/** What is listed as recently opened: names, which are many; screens and projects are few. */
const NOTED: ReadonlySet<PaletteGroup> = new Set<PaletteGroup>([
  "recent",
  "files",
  "symbols",
  "issues",
  "commits",
  "pages",
  "people",
]);

/** The command palette over data of the store and the host. Mounted while it is open. */
export const ShellPalette = observer(function ShellPalette({ query, onQuery, onClose, ...options }: ShellPaletteProps) {
  const { notePlace, noteSearch } = useStore().preferences;
  const { t, format } = useTranslation("palette");
  const navigate = useNavigate();
  const { items, query: parsed, place, isLoading, notSearched, hasFailed } = usePaletteItems(query, onQuery, options);

  const open = (item: Command): void => {
    const { id, group, title, detail = "", to } = item;
    if (group !== "filters") onClose();
    if (group === "search") noteSearch(id === "search here" ? place : ALL_PROJECTS, parsed.text);
    if (typeof to !== "string") {
      to();
      return;
    }
    if (NOTED.has(group)) notePlace({ id, group, title, detail, to });
    void navigate(to);
  };

  // Enter right after the last letter means the best name for all letters, which may still be loading.
  const [isWaiting, setWaiting] = useState(false);
  const [first] = items;
  const openFirst = useStableCallback(() => {
    setWaiting(false);
    if (first) open(first);
  });
  const isAnswered = isWaiting && !isLoading;
  useEffect(() => {
    if (isAnswered) openFirst();
  }, [isAnswered, openFirst]);
  const choose = (id: string): void => {
    const item = items.find((one) => one.id === id);
    if (!item) return;
    if (isLoading && item === first && item.score < NAMED_COMMAND) setWaiting(true);
    else open(item);
  };

  const others = notSearched.length - MOST_NAMED;
  const left = format.list([
    ...notSearched.slice(0, MOST_NAMED),
    ...(others > 0 ? [t("otherProjects", { count: others })] : []),
  ]);
  return (
    <CommandPalette
      isOpen
      query={query}
      items={items}
      filters={
        parsed.mode === "search" ? (
          <Suspense fallback={null}>
            <SearchTokens query={query} chosen={NO_FACETS} sourceNames={{}} onChange={({ q }) => onQuery(q)} />
          </Suspense>
        ) : undefined
      }
      isLoading={isLoading}
      note={hasFailed ? t("failed") : left === "" ? undefined : t("notSearched", { list: left })}
      onQuery={(next) => {
        setWaiting(false);
        onQuery(next);
      }}
      onChoose={choose}
      onClose={onClose}
    />
  );
});
