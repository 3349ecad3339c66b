import type { FileMatches } from "../../../../contract/search/search.ts";
import { type OpenedIndex, textOfFile } from "../../../index/OpenedIndex.ts";
import { checkpoint } from "../../checkpoint.ts";
import type { DocumentRef } from "../../ranking/DocumentRef.ts";
import { collectionsOf } from "../collections/collections.ts";
import { fulfilling } from "../filters/conditions.ts";
import { filterContextOf } from "../filters/filterPredicates.ts";
import { type LineRanges, MAX_LINE_LENGTH, matchingLines } from "./matchingLines.ts";
import type { Plan } from "../query/plan.ts";
import { understand } from "../query/readings.ts";
import type { SearchRequest } from "../query/searchRequest.ts";
import { markRanges } from "./snippets.ts";

/** Lines before and after a match. */
const CONTEXT_LINES = 2;
/** Matches that one answer shows. */
const MAX_SHOWN = 200;

/** A file, and the query as the search was asked for it. */
export interface FileMatchesRequest extends Pick<SearchRequest, "q" | "sourceNames" | "people" | "nowMs" | "live"> {
  readonly source: string;
  readonly path: string;
}

/**
 * All lines of a file that match a query, each with its context: those that contain a phrase, match a regular expression, or have at least
 * half of the words of the file's best line. None for a file that does not fulfil the query's conditions, or is found by filters alone.
 * @returns null when the index has no such file
 */
export function fileMatches(
  index: OpenedIndex,
  { q, source, path, ...request }: FileMatchesRequest,
): FileMatches | null {
  const member = index.code.findIndex(({ part }) => part.source === source);
  const code = index.code[member];
  const file = code?.files.find(path) ?? -1;
  if (!code || file < 0) return null;
  const { plan } = understand(index, q);
  if (!fulfils(index, { member, document: file }, plan, request)) return { total: 0, truncated: false, lines: [] };
  const text = textOfFile(code, file);
  const lines = matchingLines(index, text, plan);
  return { total: lines.size, truncated: lines.size > MAX_SHOWN, lines: withContext(text.split("\n"), lines) };
}

/** Characters of a file whose matching lines are counted, and of all files of one request. */
const MAX_COUNTED = { file: 150_000, all: 500_000 } as const;

/**
 * How many lines of each of some files match, as `fileMatches` lists them. A file that is too large, or that comes after too many others,
 * is not read: its number is null. That of a file that the index does not have is 0.
 */
export function countFileMatches(
  index: OpenedIndex,
  {
    q,
    files,
    ...request
  }: Omit<FileMatchesRequest, "source" | "path"> & {
    readonly files: readonly Pick<FileMatchesRequest, "source" | "path">[];
  },
): (number | null)[] {
  const { plan } = understand(index, q);
  let remaining: number = MAX_COUNTED.all;
  return files.map(({ source, path }) => {
    const member = index.code.findIndex(({ part }) => part.source === source);
    const code = index.code[member];
    const document = code?.files.find(path) ?? -1;
    if (!code || document < 0 || !fulfils(index, { member, document }, plan, request)) return 0;
    if (remaining <= 0) return null;
    checkpoint();
    const text = textOfFile(code, document);
    if (text.length > MAX_COUNTED.file) return null;
    remaining -= text.length;
    return matchingLines(index, text, plan).size;
  });
}

function fulfils(
  index: OpenedIndex,
  documentRef: DocumentRef,
  { conditions }: Plan,
  request: Pick<FileMatchesRequest, "sourceNames" | "people" | "nowMs" | "live">,
): boolean {
  const collection = collectionsOf(index, request.people).find(
    ({ group, isName, membership }) =>
      group === index.codeGroup && isName !== true && membership?.[documentRef.member]?.[documentRef.document] === 1,
  );
  return collection
    ? fulfilling(collection, conditions, filterContextOf(index, request), [{ documentRef }]).length > 0
    : conditions.length === 0;
}

function withContext(lines: readonly string[], matches: LineRanges): FileMatches["lines"] {
  const last = lines.at(-1) === "" ? lines.length - 2 : lines.length - 1;
  const shown = new Set<number>();
  for (const number of [...matches.keys()].slice(0, MAX_SHOWN)) {
    for (let at = Math.max(0, number - CONTEXT_LINES); at <= Math.min(last, number + CONTEXT_LINES); at++)
      shown.add(at);
  }
  return [...shown]
    .sort((a, b) => a - b)
    .map((at) => {
      const ranges = matches.get(at);
      const line = (lines[at] ?? "").slice(0, MAX_LINE_LENGTH);
      return { number: at + 1, matched: ranges !== undefined, segments: markRanges(line, ranges ?? []) };
    });
}
