import { useLocation, useParams } from "react-router-dom";
import { mayInProject } from "../../../contract/access/policy.ts";
import { ABBREVIATED_HASH, shortHash } from "../../../contract/code/shortHash.ts";
import { type KnownValues, complete, completionsAt, typedFilterAt } from "../../components/search/queryCompletions.ts";
import { type Translation, useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { readCodeUrl } from "../code/codeUrl.ts";
import { useKnownCommits } from "../commit/useKnownCommits.ts";
import { hrefTo } from "../paths.ts";
import { useFilterValues } from "../search/useFilterValues.ts";
import { ALL_PROJECTS } from "../search/useSearchHistory.ts";
import { type Command, NAMED_COMMAND } from "./paletteCommands.ts";
import { paletteItems } from "./paletteItems.ts";
import { type PaletteQuery, readPaletteQuery } from "./paletteQuery.ts";
import { type PaletteResults, usePaletteResults } from "./usePaletteResults.ts";
import { type ShellCommandsOptions, useShellCommands } from "./useShellCommands.ts";

export interface PaletteState extends Pick<PaletteResults, "isLoading" | "notSearched" | "hasFailed"> {
  readonly query: PaletteQuery;
  readonly items: readonly Command[];
  /** Under what searches are remembered: the project on the screen, or all of them. */
  readonly place: string;
}

/** The items for the text of the palette, with what they are read from. */
export function usePaletteItems(
  typed: string,
  onQuery: (typed: string) => void,
  options: ShellCommandsOptions,
): PaletteState {
  const { preferences } = useStore();
  const { t } = useTranslation("palette");
  const { slug: here } = useParams();
  const query = readPaletteQuery(typed);
  const { text, mode, line } = query;
  const { projects, names, ...results } = usePaletteResults(query, here);
  const { savedSearches } = useServices();
  const { data: saved } = useQuery(queryKeys.savedSearches(), (signal) => savedSearches.list(signal));
  const commands = useShellCommands(options);
  const completions = useCompletions(mode === "search" ? typed : null, here, onQuery);
  const thisFile = useLineOfThisFile(text === "" ? line : null);
  // The hash of a commit of the project on the screen, or the beginning of one.
  const hashes = here !== undefined && mode === "all" && ABBREVIATED_HASH.test(text) ? [text.toLowerCase()] : [];
  const commits = useKnownCommits(here ?? "", hashes).map(({ commit }): Command => ({
    id: `commit ${commit.hash}`,
    group: "commits",
    title: `${shortHash(commit.hash)} ${commit.title}`,
    detail: commit.author,
    to: hrefTo.commit(here ?? "", commit.hash),
    score: NAMED_COMMAND,
  }));
  const place = here ?? ALL_PROJECTS;
  const items = paletteItems(
    {
      query,
      here,
      projects,
      names,
      savedSearches: saved ?? [],
      commands: [...newIssueCommand(projects, here, t), ...commands],
      pageCommands: [...options.pageCommands].flatMap((read) => read()),
      commits: hashes.length > 0 ? commits : [],
      thisFile,
      completions,
      recentPlaces: preferences.recentPlaces,
      pastSearches: preferences.searchesOf(place),
      lastUse: preferences.lastUse,
    },
    t,
  );
  return { ...results, query, items, place };
}

/** A new issue in the project on the screen, for members who may make one. */
function newIssueCommand(
  projects: PaletteResults["projects"],
  here: string | undefined,
  t: Translation<"palette">["t"],
): (Omit<Command, "score"> & { keywords: string })[] {
  const project = projects.find(({ slug }) => slug === here);
  if (!project || project.trackers.length === 0 || !mayInProject(project.role, "issues.write")) return [];
  return [
    {
      id: "action new issue",
      group: "actions",
      title: t("newIssue", { project: project.name }),
      keywords: t("words.newIssue"),
      to: hrefTo.newIssue(project.slug),
    },
  ];
}

/** Completions of the filter at the end of the text: each replaces the text. @param typed null: nothing is completed */
function useCompletions(typed: string | null, here: string | undefined, onQuery: (typed: string) => void): Command[] {
  const { format } = useTranslation("palette");
  const filter = typed === null ? null : typedFilterAt(typed, typed.length);
  const known = useFilterValues(here ?? null, filter);
  return typed === null || filter === null ? [] : completionItems(typed, known, format.number, onQuery);
}

function completionItems(
  typed: string,
  known: KnownValues,
  formatNumber: (value: number) => string,
  onQuery: (typed: string) => void,
): Command[] {
  const found = completionsAt(typed, typed.length, known);
  return (found?.options ?? []).map(({ text, count }) => ({
    id: `filter ${text}`,
    group: "filters",
    title: text,
    detail: count === undefined ? undefined : formatNumber(count),
    to: () => onQuery(complete(typed, found ?? { from: 0, to: typed.length, options: [] }, text).query),
    score: 1,
  }));
}

/** `:12` without a name is a line of the file on the screen. */
function useLineOfThisFile(line: number | null): Command[] {
  const { t } = useTranslation("palette");
  const { pathname, search } = useLocation();
  const { slug } = useParams();
  if (line === null || slug === undefined) return [];
  const params = new URLSearchParams(search);
  const item = (path: string, to: string): Command[] => [
    {
      id: "line",
      group: "files",
      title: t("line", { name: path.slice(path.lastIndexOf("/") + 1), line }),
      to,
      score: 1,
    },
  ];
  const { path: file } = readCodeUrl(pathname, params);
  if (file !== "") return item(file, `${pathname}${search}#L${line}`);
  const source = params.get("source");
  const path = params.get("path");
  if (source === null || path === null) return [];
  return item(path, hrefTo.document(slug, { source, path, line }));
}
