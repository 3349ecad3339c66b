import { observer } from "mobx-react-lite";
import { Suspense, lazy, useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { shortHash } from "../../../contract/shortHash.ts";
import { CommandPalette, type PaletteGroup } from "../../components/shell/CommandPalette.tsx";
import { type KnownValues, complete, completionsAt, typedFilterAt } from "../../components/search/queryCompletions.ts";
import { PROJECT_TABS } from "../../components/projects/ProjectNav.tsx";
import { NO_FACETS } from "../../components/search/SearchFacetList.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useKnownCommits } from "../commit/useKnownCommits.ts";
import { hrefTo } from "../paths.ts";
import { useFilterValues } from "../search/useFilterValues.ts";
import { ALL_PROJECTS } from "../search/useSearchHistory.ts";
import { type Command, NAMED_COMMAND, commandOfName, scoreCommand, scoreNameText } from "./paletteCommands.ts";
import { readPaletteQuery } from "./paletteQuery.ts";
import { usePaletteResults } from "./usePaletteResults.ts";
import { useShellCommands } from "./useShellCommands.ts";

const SearchTokens = lazy(async () => ({ default: (await import("../search/SearchTokens.tsx")).SearchTokens }));

export interface ShellPaletteProps {
  /** The typed text: held by the parent, because users type while the palette loads. */
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  /** Called for what the plan does not allow, to explain the limit. */
  onLimit: (limit: "projects" | "insights") => void;
  openShortcuts: () => void;
  onLogout: () => void;
}

/** Maximum of projects and of recently opened places without a query. */
const RECENT = 5;
/** The same of recent searches. */
const PAST_SEARCHES = 3;
/** Maximum of projects that fit a query. */
const PROJECTS = 6;
/** Maximum of names of projects that were not searched; further ones are counted. */
const MOST_NAMED = 3;
/** Added to the score of what the user has opened before. */
const OPENED_BEFORE = 60;
/** Added to the score of a project: it comes before a file of the same name elsewhere. */
const PROJECT = 100;

/** The command palette over data of the store and the host. Mounted while it is open. */
export const ShellPalette = observer(function ShellPalette({
  query,
  onQuery,
  onClose,
  onLimit,
  openShortcuts,
  onLogout,
}: ShellPaletteProps) {
  const store = useStore();
  const { t, format } = useTranslation("palette");
  const navigate = useNavigate();
  const { slug: here } = useParams();
  const asked = readPaletteQuery(query);
  const { text, mode } = asked;
  const { projects, names, notSearched, isLoading, hasFailed } = usePaletteResults(asked, here);
  const { savedSearches } = useServices();
  const { data: saved } = useQuery(queryKeys.savedSearches(), (signal) => savedSearches.list(signal));
  const commands = useShellCommands({ onLimit, openShortcuts, onLogout });
  const typed = mode === "search" ? typedFilterAt(query, query.length) : null;
  const { known, setTyped } = useFilterValues(here ?? null);
  const { filter: typedFilter = null, text: typedValue = "" } = typed ?? {};
  useEffect(
    () => setTyped(typedFilter && { filter: typedFilter, text: typedValue }),
    [typedFilter, typedValue, setTyped],
  );
  const thisFile = useLineOfThisFile(text === "" ? asked.line : null);

  // The hash of a commit of the project on the screen, or the beginning of one.
  const hashes = here !== undefined && mode === "all" && /^[0-9a-f]{7,40}$/i.test(text) ? [text.toLowerCase()] : [];
  const ofHash = useKnownCommits(here ?? "", hashes).map(({ commit }): Command => ({
    id: `commit ${commit.hash}`,
    group: "commits",
    title: `${shortHash(commit.hash)} ${commit.title}`,
    detail: commit.author,
    to: hrefTo.commit(here ?? "", commit.hash),
    score: NAMED_COMMAND,
  }));

  const { lastUse, recentPlaces, notePlace, searchesOf, noteSearch } = store.preferences;
  const place = here ?? ALL_PROJECTS;
  const searchHref = (q: string): string => (here === undefined ? hrefTo.home({ q }) : hrefTo.project(here, { q }));
  const fitting = (list: readonly (Omit<Command, "score"> & { words?: string })[]): Command[] =>
    list.flatMap(({ words = "", ...command }) => {
      const score = scoreCommand(text, command.title, words);
      return score > 0 ? [{ ...command, score }] : [];
    });
  /** The parts of a project, the one on the screen with all of them, also by their names alone. */
  const partsOf = ({ slug, name }: NamedProject, isHere: boolean): Command[] => {
    const named = scoreProject(text, { slug, name });
    return fitting(
      (isHere ? PROJECT_TABS : OTHER_PARTS).map((tab) => ({
        id: `${tab} ${slug}`,
        group: "screens" as const,
        title: t(`partOf.${tab}`, { project: name }),
        words: isHere ? t(`partWords.${tab}`) : "",
        to: hrefTo.projectTab(slug, tab),
      })),
      // Who types the name of a project means the project.
    ).map((part) => (named > 0 ? { ...part, score: Math.min(part.score, named - 1) } : part));
  };
  const found = (): Command[] => {
    // A word that begins like the name of a filter is one to search for: Enter takes the first item.
    if (mode === "search") return typed === null ? [] : completionItems(query, known, onQuery);
    if (mode === "commands") return fitting(commands);
    if (mode === "names") return [...thisFile, ...names.map((name) => commandOfName(name, asked.line))];
    const ordered = projects.toSorted((a, b) => lastUse(b) - lastUse(a));
    if (text === "") {
      const recent = recentPlaces.slice(0, RECENT).map((place) => ({ ...place, group: "recent" as const, score: 2 }));
      const past = searchesOf(place)
        .slice(0, PAST_SEARCHES)
        .map((q) => ({ id: `past ${q}`, group: "past" as const, title: q, to: searchHref(q), score: 1 }));
      return [
        ...recent,
        ...past,
        ...ordered.slice(0, RECENT).map((project) => openProject(project, 1)),
        ...fitting(commands),
      ];
    }
    const named = ordered
      .map((project) => openProject(project, scoreProject(text, project)))
      .filter(({ score }) => score > 0)
      .slice(0, PROJECTS);
    const parts = ordered.slice(0, RECENT).flatMap((project) => partsOf(project, project.slug === here));
    const savedOnes = (saved ?? []).flatMap((search): Command[] => {
      const score = scoreNameText(text, search.name);
      const { id, name: title, project } = search;
      return score > 0
        ? [
            {
              id: `saved ${id}`,
              group: "saved",
              title,
              detail: project?.name ?? t("screen.projects"),
              to: hrefTo.savedSearch(search),
              score,
            },
          ]
        : [];
    });
    return [
      ...(hashes.length > 0 ? ofHash : []),
      ...named,
      ...savedOnes,
      ...names.map((name) => commandOfName(name, null)),
      ...fitting(commands),
      ...parts,
    ];
  };

  const searches: Command[] =
    text === "" || (mode !== "all" && mode !== "search")
      ? []
      : [
          ...(here === undefined
            ? []
            : [{ id: "search here", title: t("searchHere", { query: text }), to: hrefTo.project(here, { q: text }) }]),
          { id: "search all", title: t("searchAll", { query: text }), to: hrefTo.home({ q: text }) },
        ].map((search) => ({ ...search, group: "search", score: 0 }));

  const opened = new Set(recentPlaces.map(({ id }) => id));
  const scored = found().map((item) => (opened.has(item.id) ? { ...item, score: item.score + OPENED_BEFORE } : item));
  const items = [...inSections(scored), ...searches];

  const open = (item: Command): void => {
    const { id, group, title, detail = "", to } = item;
    if (group !== "filters") onClose();
    if (group === "search") noteSearch(id === "search here" ? place : ALL_PROJECTS, text);
    if (typeof to !== "string") {
      to();
      return;
    }
    if (NOTED.has(group)) notePlace({ id, group, title, detail, to });
    void navigate(to);
  };

  const [isWaiting, setWaiting] = useState(false);
  const first = items[0];
  const isAnswered = isWaiting && !isLoading;
  useEffect(() => {
    if (!isAnswered) return;
    setWaiting(false);
    if (first) open(first);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the arrival of the answer opens its first item
  }, [isAnswered]);
  const choose = (id: string): void => {
    const item = items.find((one) => one.id === id);
    if (!item) return;
    // Enter right after the last letter means the best name for all letters, which may still be on its way.
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
        mode === "search" ? (
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

/** Completions of the filter that is typed: each replaces the text. */
function completionItems(query: string, known: KnownValues, onQuery: (query: string) => void): Command[] {
  const found = completionsAt(query, query.length, known);
  return (found?.options ?? []).map(({ text, count }) => ({
    id: `filter ${text}`,
    group: "filters",
    title: text,
    detail: count === undefined ? undefined : String(count),
    to: () => onQuery(complete(query, found ?? { from: 0, to: query.length, options: [] }, text).query),
    score: 1,
  }));
}

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

interface NamedProject {
  readonly slug: string;
  readonly name: string;
}

/** Parts of a project that is not on the screen. */
const OTHER_PARTS = ["issues", "settings"] as const;

function scoreProject(text: string, { slug, name }: NamedProject): number {
  const score = Math.max(scoreNameText(text, name), scoreNameText(text, slug));
  return score === 0 ? 0 : score + PROJECT;
}

const openProject = ({ slug, name }: NamedProject, score: number): Command => ({
  id: `project ${slug}`,
  group: "projects",
  title: name,
  to: hrefTo.project(slug),
  score,
});

/** The items by sections, each in the order of its best item, best first. */
function inSections(items: readonly Command[]): Command[] {
  const unique = [...new Map(items.map((item) => [item.id, item])).values()];
  const sections = [...Map.groupBy(unique, ({ group }) => group).values()].map((section) =>
    section.toSorted((a, b) => b.score - a.score),
  );
  return sections.toSorted(([a], [b]) => (b?.score ?? 0) - (a?.score ?? 0)).flat();
}

const nameInAddress = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a single percent sign
  }
};

/** `:12` without a name is a line of the file on the screen. */
function useLineOfThisFile(line: number | null): Command[] {
  const { t } = useTranslation("palette");
  const { pathname, search } = useLocation();
  const { slug } = useParams();
  const query = new URLSearchParams(search);
  const file = /^\/projects\/[^/]+\/code\/.+?\/-\/.*?([^/]+)$/.exec(pathname)?.[1];
  if (line !== null && file !== undefined) {
    const to = `${pathname}${search}#L${line}`;
    return [{ id: "line", group: "files", title: t("line", { name: nameInAddress(file), line }), to, score: 1 }];
  }
  const source = query.get("source");
  const path = query.get("path");
  if (line === null || slug === undefined || source === null || path === null) return [];
  const name = path.slice(path.lastIndexOf("/") + 1);
  const to = hrefTo.document(slug, { source, path, revision: query.get("revision"), line });
  return [{ id: "line", group: "files", title: t("line", { name, line }), to, score: 1 }];
}
