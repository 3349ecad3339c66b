/** The position of a name in a line of a file, for the calls about what a name means and where it is used. */
import { escapePattern } from "../../../contract/query/escapePattern.ts";
import {
  type CodeMatches,
  MAX_MATCHED_LINE,
  MAX_SEARCHED_LINE,
  type SymbolQuery,
} from "../../../contract/code/references.ts";
import type { SourceRef } from "../namedSources.ts";
import type { OpenProject } from "../RequestScope.ts";
import { toolRefusal, type ToolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { findPathInSources, requireFile } from "./findPathInSources.ts";
import { requireIndexed } from "./revisionRefusals.ts";

/** Lines that a refusal lists. */
const MAX_OTHER_LINES = 10;

/** A name as an agent gives it. */
export interface NameInLine {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly source?: string | undefined;
  readonly revision?: string | undefined;
}

export interface NamePosition {
  /** The query of a call about the name. */
  readonly query: Omit<SymbolQuery, "project">;
  /** The repository of the file. */
  readonly source: SourceRef;
  /** All repositories that may have something to do with the name. */
  readonly sources: readonly SourceRef[];
}

type MatchedLines = CodeMatches["files"][number]["lines"];

/** @throws ToolRefusal for a line that has no such name, and for no such file */
export async function requireNamePosition(
  project: OpenProject,
  { path: requestedPath, line, name, source: sourceName, revision }: NameInLine,
): Promise<NamePosition> {
  const file = await findPathInSources(project, {
    path: requestedPath,
    source: sourceName,
    revision,
    kinds: ["repository"],
  });
  const { source, path, sources } = file;
  const matches = await matchesOfName(project, { source, path, revision }, name);
  const lines = matches.files.find((candidate) => candidate.path === path)?.lines ?? [];
  const column = columnOfName(lines, line, name);
  if (column !== undefined) return { query: { source: source.id, path, line, column, revision }, source, sources };
  if (lines.length === 0) await requireFile(project, file, revision);
  throw noSuchName(line, lines, matches.cut_lines > 0);
}

/** The lines of a file that have a text. @throws ToolRefusal for a revision without an index, and for a name that cannot be searched */
async function matchesOfName(
  project: OpenProject,
  {
    source,
    path,
    revision,
  }: { readonly source: SourceRef; readonly path: string; readonly revision: string | undefined },
  name: string,
): Promise<CodeMatches> {
  const query = { pattern: escapePattern(name), case: "yes", path, source: source.id, revision } as const;
  const matches = await project.invoke("codeMatches", { query });
  await requireIndexed(project, matches.is_indexed, [source], revision);
  if (matches.problem !== null)
    throw toolRefusal("invalid_arguments", `name: It cannot be searched: ${singleLine(matches.problem)}`);
  return matches;
}

/** The first column at which the line has the name as a whole word; without one, the first at which it has its text. */
function columnOfName(lines: MatchedLines, line: number, name: string): number | undefined {
  const { text = "", columns = [] } = lines.find((candidate) => candidate.line === line) ?? {};
  // Of a name beyond the text that was sent it is not known whether it is a whole word.
  const isSent = (column: number): boolean => column - 1 + name.length < MAX_MATCHED_LINE;
  return (
    columns.find((column) => isSent(column) && isWholeWord(text, column - 1, name.length)) ??
    columns.find((column) => !isSent(column)) ??
    columns[0]
  );
}

const PART_OF_NAME = /[\p{L}\p{Nd}_$]/u;

const isWholeWord = (text: string, start: number, length: number): boolean =>
  !PART_OF_NAME.test(text[start - 1] ?? " ") && !PART_OF_NAME.test(text[start + length] ?? " ");

function noSuchName(line: number, lines: MatchedLines, hasUnsearchedText: boolean): ToolRefusal {
  const otherLines = lines.slice(0, MAX_OTHER_LINES).map((candidate) => candidate.line);
  const elsewhere =
    otherLines.length > 0
      ? `Lines of the file that have it: ${otherLines.join(", ")}`
      : hasUnsearchedText
        ? `The first ${MAX_SEARCHED_LINE} characters of its lines do not have it.`
        : "The file does not have it.";
  return toolRefusal("not_found", `Line ${line} has no such name. ${elsewhere}`);
}
