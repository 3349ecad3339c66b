import { letterMask, nameLetters, plainName } from "../../../contract/matching/nameLetters.ts";
import { TypedName } from "../../../contract/matching/nameMatch.ts";
import { TypedTitle } from "../../../contract/matching/titleMatch.ts";
import type { PaletteItem } from "../../components/shell/CommandPalette.tsx";
import type { FoundName } from "../../../contract/search/goTo.ts";
import { hrefTo } from "../paths.ts";

/** An item and its action: an address, or a function. */
export interface Command extends PaletteItem {
  readonly to: string | (() => void);
  readonly score: number;
}

/** Above every name: a command whose name is typed comes first. */
export const NAMED_COMMAND = 1500;
/** A command whose title begins so well is meant by it, see `TypedTitle`. */
const BEGINNING = 850;

/** How well a command fits the text; 0: not at all. @param keywords words by which people name it, in addition to the beginning of its title */
export function scoreCommand(text: string, title: string, keywords: string): number {
  if (text === "") return 1;
  const letters = nameLetters(title);
  const own = new TypedTitle(text).score(letters, 0, letters.length);
  const known = new Set(wordsOf(keywords));
  // Whole words: `token` may be typed for a file of that name, not for the page of tokens.
  return own >= BEGINNING || wordsOf(text).every((word) => known.has(word)) ? NAMED_COMMAND + own : own;
}

const wordsOf = (text: string): string[] => plainName(text).toLowerCase().split(/\s+/).filter(Boolean);

/** How well a name fits the text, on the same scale as the server's. */
export function scoreNameText(text: string, name: string): number {
  const letters = nameLetters(name);
  return new TypedName(text).scoreName(letters, 0, letters.length, letterMask(letters, 0, letters.length));
}

/** A found name and its address. @param line of a file, as typed */
export function commandOfName(found: FoundName, line: number | null): Command {
  const { kind, id, name, detail, source, path, project, score } = found;
  const at = { id: `${kind} ${project.slug} ${id}`, title: name, score };
  const place = (own: number | null): string =>
    source === null || path === null
      ? hrefTo.search(project.slug, { q: name })
      : kind === "page"
        ? hrefTo.document(project.slug, { source, path, line: own })
        : hrefTo.codeAt(project.slug, { source, path, line: own });
  const inProject = (...texts: readonly (string | null)[]): string =>
    [...texts, project.name].filter((text) => text !== null && text !== "").join(" · ");
  switch (kind) {
    case "file":
      return { ...at, group: "files", detail: inProject(detail), to: place(line) };
    case "symbol":
      return { ...at, group: "symbols", detail: inProject(found.container, detail), to: place(found.line) };
    case "issue":
      return {
        ...at,
        group: "issues",
        title: `${detail ?? ""} ${name}`,
        detail: inProject(null),
        to: hrefTo.issue(project.slug, found.address ?? id),
      };
    case "request":
      return {
        ...at,
        group: "requests",
        title: `${detail ?? ""} ${name}`,
        detail: inProject(null),
        to: hrefTo.request(project.slug, found.address ?? id),
      };
    case "page":
      return { ...at, group: "pages", detail: inProject(detail), to: place(null) };
    case "person":
      return { ...at, group: "people", detail: inProject(null), to: hrefTo.person(project.slug, { id, name }) };
  }
}
