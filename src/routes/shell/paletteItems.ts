import type { FoundName } from "../../../contract/search/goTo.ts";
import type { SavedSearch } from "../../../contract/search/savedSearches.ts";
import type { PaletteItem } from "../../components/shell/CommandPalette.tsx";
import { PROJECT_TABS } from "../../domain/projectTabs.ts";
import type { Translation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { type Command, commandOfName, scoreCommand, scoreNameText } from "./paletteCommands.ts";
import type { PageCommand } from "./openShortcuts.ts";
import type { PaletteQuery } from "./paletteQuery.ts";

/** Maximum of projects and of recently opened places without a query. */
const RECENT = 5;
/** The same of recent searches. */
const PAST_SEARCHES = 3;
/** Maximum of projects that fit a query. */
const PROJECTS = 6;
/** Added to the score of what the user has opened before. */
const OPENED_BEFORE = 60;
/** Added to the score of a project: it comes before a file of the same name elsewhere. */
const PROJECT = 100;
/** Maximum of commands of the page: one with hundreds of labels has a command for each. */
const PAGE_COMMANDS = 12;
/** Below the score of a name that fits. */
const AFTER_NAMES = 100;
/** Parts of a project that is not on the screen. */
const OTHER_PARTS = ["issues", "settings"] as const;

interface NamedProject {
  readonly slug: string;
  readonly name: string;
}

interface UsedProject extends NamedProject {
  readonly updated_at: string;
}

/** What the items of the palette are made of. */
export interface PaletteData {
  readonly query: PaletteQuery;
  /** Slug of the project on the screen. */
  readonly here: string | undefined;
  readonly projects: readonly UsedProject[];
  readonly names: readonly FoundName[];
  readonly savedSearches: readonly SavedSearch[];
  /** Screens and actions. */
  readonly commands: readonly (Omit<Command, "score"> & { readonly keywords?: string })[];
  readonly pageCommands: readonly PageCommand[];
  /** The commit whose hash is typed. */
  readonly commits: readonly Command[];
  /** The typed line of the file on the screen. */
  readonly thisFile: readonly Command[];
  /** Completions of the filter that is typed. */
  readonly completions: readonly Command[];
  readonly recentPlaces: readonly (Omit<PaletteItem, "group"> & { readonly to: string })[];
  readonly pastSearches: readonly string[];
  /** When a project was used last, in milliseconds. */
  readonly lastUse: (project: UsedProject) => number;
}

type Words = Translation<"palette">["t"];

/** The items of the palette in their order: the section of the best item first, and the search for the text at the end. */
export function paletteItems(data: PaletteData, t: Words): Command[] {
  const opened = new Set(data.recentPlaces.map(({ id }) => id));
  const found = foundItems(data, t).map((item) =>
    opened.has(item.id) ? { ...item, score: item.score + OPENED_BEFORE } : item,
  );
  return [...inSections(found), ...searchItems(data, t)];
}

function foundItems(data: PaletteData, t: Words): readonly Command[] {
  const { query, here, names } = data;
  const { text, mode, line } = query;
  // A word that begins like the name of a filter is one to search for: Enter takes the first item.
  if (mode === "search") return data.completions;
  const commands = [...ofPage(data), ...fitting(text, data.commands)];
  if (mode === "commands") return commands;
  if (mode === "names") return [...data.thisFile, ...names.map((name) => commandOfName(name, line))];
  const ordered = data.projects.toSorted((a, b) => data.lastUse(b) - data.lastUse(a));
  if (text === "") {
    const recent = data.recentPlaces
      .slice(0, RECENT)
      .map((place) => ({ ...place, group: "recent" as const, score: 2 }));
    const past = data.pastSearches
      .slice(0, PAST_SEARCHES)
      .map((q) => ({ id: `past ${q}`, group: "past" as const, title: q, to: searchHref(here, q), score: 1 }));
    return [...recent, ...past, ...ordered.slice(0, RECENT).map((project) => projectItem(project, 1)), ...commands];
  }
  const named = ordered
    .map((project) => projectItem(project, scoreProject(text, project)))
    .filter(({ score }) => score > 0)
    .slice(0, PROJECTS);
  const parts = ordered.slice(0, RECENT).flatMap((project) => partsOf(project, text, project.slug === here, t));
  const saved = data.savedSearches.map((search): Command => {
    const { id, name: title, project } = search;
    const detail = project?.name ?? t("screen.projects");
    const score = scoreNameText(text, title);
    return { id: `saved ${id}`, group: "saved", title, detail, to: hrefTo.savedSearch(search), score };
  });
  return [
    ...data.commits,
    ...named,
    ...saved.filter(({ score }) => score > 0),
    ...names.map((name) => commandOfName(name, null)),
    ...commands,
    ...parts,
  ];
}

/** Searches for the text, here and in all projects. */
function searchItems({ query: { text, mode }, here }: PaletteData, t: Words): Command[] {
  if (text === "" || (mode !== "all" && mode !== "search")) return [];
  const item = { group: "search" as const, score: 0 };
  return [
    ...(here === undefined
      ? []
      : [{ ...item, id: "search here", title: t("searchHere", { query: text }), to: searchHref(here, text) }]),
    { ...item, id: "search all", title: t("searchAll", { query: text }), to: searchHref(undefined, text) },
  ];
}

const searchHref = (here: string | undefined, q: string): string =>
  here === undefined ? hrefTo.home({ q }) : hrefTo.search(here, { q });

const fitting = (text: string, list: PaletteData["commands"]): Command[] =>
  list.flatMap(({ keywords = "", ...command }) => {
    const score = scoreCommand(text, command.title, keywords);
    return score > 0 ? [{ ...command, score }] : [];
  });

/** The commands of the page that fit best. Outside of the list of commands they come after the names: Enter takes the first item. */
function ofPage({ query: { text, mode }, pageCommands }: PaletteData): Command[] {
  const isTyped = mode === "commands" && text !== "";
  const listed = pageCommands
    .filter(({ isListed }) => isListed || isTyped)
    .map(({ id, title, keywords, run }) => ({ id: `page ${id}`, group: "actions" as const, title, keywords, to: run }));
  return fitting(text, listed)
    .map((command) => (mode === "commands" ? command : { ...command, score: Math.min(command.score, AFTER_NAMES) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, PAGE_COMMANDS);
}

/** The parts of a project, the one on the screen with all of them, also by their names alone. */
function partsOf({ slug, name }: NamedProject, text: string, isHere: boolean, t: Words): Command[] {
  const named = scoreProject(text, { slug, name });
  const parts = fitting(
    text,
    (isHere ? PROJECT_TABS : OTHER_PARTS).map((tab) => ({
      id: `${tab} ${slug}`,
      group: "screens",
      title: t(`partOf.${tab}`, { project: name }),
      keywords: isHere ? t(`partWords.${tab}`) : "",
      to: hrefTo.projectTab(slug, tab),
    })),
  );
  // Who types the name of a project means the project.
  return named > 0 ? parts.map((part) => ({ ...part, score: Math.min(part.score, named - 1) })) : parts;
}

function scoreProject(text: string, { slug, name }: NamedProject): number {
  const score = Math.max(scoreNameText(text, name), scoreNameText(text, slug));
  return score === 0 ? 0 : score + PROJECT;
}

const projectItem = ({ slug, name }: NamedProject, score: number): Command => ({
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
