/** Lines of the code that an index was asked for, in parts: how they are written, and how they continue. */
import { z } from "zod";
import { MAX_MATCHED_LINE, MAX_SEARCHED_LINE } from "../../../contract/code/references.ts";
import type { Draft } from "../tokenBudget.ts";
import { singleLine } from "../untrusted.ts";
import { counted } from "./counted.ts";
import type { LinePage } from "./arguments.ts";

export const FileLines = z.object({ repository: z.string(), path: z.string(), lines: z.array(z.int()) });

interface FoundPart {
  readonly next: number | null;
  readonly cut_lines?: number;
}

/** How to continue: within the files that were read by this call, then with the next of them; after what was not searched in them. */
export function moreOf(
  { next, cut_lines: cut = 0 }: FoundPart,
  { offset, skip }: LinePage,
  all: number,
): string | null {
  const lacking = `Of ${counted(cut, "line")} without a match only the first ${MAX_SEARCHED_LINE} characters were searched.`;
  const place = skip < all ? `offset=${offset}, skip=${skip}` : next === null ? null : `offset=${next}, skip=0`;
  return [...(cut > 0 ? [lacking] : []), ...(place === null ? [] : [`Continue with ${place}.`])].join(" ") || null;
}

interface FoundLines extends FoundPart {
  readonly files: readonly {
    readonly repository: string;
    readonly path: string;
    readonly lines: readonly { readonly line: number; readonly text: string }[];
  }[];
}

/** Lines of files, each after the name of its file, from one of them. */
export function pageOfLines(
  matches: FoundLines,
  { offset, skip }: LinePage,
  data: (files: z.output<typeof FileLines>[]) => Record<string, unknown>,
): Pick<Draft, "blocks" | "more" | "data"> {
  // A line in which a name is used twice is one line.
  const all = matches.files.flatMap(({ repository, path, lines }) =>
    lines.filter((line, at) => lines[at - 1]?.line !== line.line).map((line) => ({ ...line, repository, path })),
  );
  const rest = all.slice(skip);
  const isSame = (a: (typeof all)[number], b: (typeof all)[number] | undefined): boolean =>
    a.path === b?.path && a.repository === b.repository;
  return {
    blocks: rest.map((line, at) => {
      const head = isSame(line, rest[at - 1]) ? "" : `${singleLine(line.path)} [${singleLine(line.repository)}]\n`;
      return `${head}  ${line.line}: ${singleLine(line.text)}${line.text.length >= MAX_MATCHED_LINE ? " …" : ""}`;
    }),
    more: (count) => moreOf(matches, { offset, skip: skip + count }, all.length),
    data: (count) => data(linesByFile(rest.slice(0, count))),
  };
}

/** A place of code, as structured answers name it. */
interface CodeLine {
  readonly repository: string;
  readonly path: string;
  readonly line: number;
}

/** Lines in their order, those one after the other of one file together. */
export function linesByFile(places: readonly CodeLine[]): z.output<typeof FileLines>[] {
  const files: z.output<typeof FileLines>[] = [];
  for (const { repository, path, line } of places) {
    const last = files.at(-1);
    if (last?.path !== path || last.repository !== repository) files.push({ repository, path, lines: [line] });
    else if (last.lines.at(-1) !== line) last.lines.push(line);
  }
  return files;
}
