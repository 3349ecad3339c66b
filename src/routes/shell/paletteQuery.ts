import type { NameKind } from "../../../contract/search/goTo.ts";
import { filterNamed } from "../../../contract/query/searchFilters.ts";

/** What the text of the palette asks for. */
export interface PaletteQuery {
  /** Without the sign of the mode and without the line. */
  readonly text: string;
  readonly mode: "all" | "commands" | "names" | "search";
  /** Kinds of names; empty: all. */
  readonly kinds: readonly NameKind[];
  /** 1-based; null: none was typed. */
  readonly line: number | null;
}

const KINDS: Readonly<Record<string, readonly NameKind[]>> = { "@": ["symbol"], "#": ["issue", "request"] };

/** Whether a text has a filter of the search's language, such as `label:`; `kind:12` is a line of a file. */
const hasFilter = (text: string): boolean =>
  !/^[^:]*:\d+$/.test(text) &&
  [...text.matchAll(/(?:^|[\s(])-?([a-z]{2,12}):(?!\/\/|:)/gi)].some(([, name = ""]) => filterNamed(name) !== null);

/**
 * `>` asks for commands, `@` for symbols, `#` for issues and requests, `name:12` for a line of a file, a filter for a search; anything else
 * for all of them.
 */
export function readPaletteQuery(typed: string): PaletteQuery {
  const text = typed.trim();
  if (text.startsWith(">")) return { text: text.slice(1).trim(), mode: "commands", kinds: [], line: null };
  const kinds = KINDS[text.charAt(0)];
  if (kinds) return { text: text.slice(1).trim(), mode: "names", kinds, line: null };
  if (hasFilter(text)) return { text, mode: "search", kinds: [], line: null };
  const [, name, line] = /^([^:]*):(\d{0,7})$/.exec(text) ?? [];
  if (name === undefined) return { text, mode: "all", kinds: [], line: null };
  return { text: name.trim(), mode: "names", kinds: ["file"], line: Number(line) || null };
}
