/** What a model reads of the first files of a localization. */
import type { Localization, LocalizedFile } from "../../../contract/issues/localization.ts";

/** Files that a model orders. */
export const ORDERED_FILES = 20;
/** Limits of one candidate: characters of the path, of a name and of a line; functions and lines. What exceeds them is not sent. */
const LIMITS = { path: 300, functions: 3, name: 120, lines: 5, line: 160 } as const;

export interface Candidate {
  readonly repository: string;
  readonly path: string;
  /** The path, the best functions and the lines that match the report, one on each line. */
  readonly text: string;
}

/** The first files of a localization by its own extracts: nothing is read for the model that the reader is not shown. */
export function orderCandidatesOf({ files }: Pick<Localization, "files">): Candidate[] {
  return files.slice(0, ORDERED_FILES).map((file) => ({
    repository: file.repository,
    path: file.path,
    text: [file.path.slice(0, LIMITS.path), ...functionsOf(file), ...matchesOf(file)].join("\n"),
  }));
}

const functionsOf = ({ functions }: LocalizedFile): string[] =>
  functions
    .slice(0, LIMITS.functions)
    .map(
      ({ kind, name, start_line: first, end_line: last }) => `${kind} ${name.slice(0, LIMITS.name)}: ${first}-${last}`,
    );

function matchesOf({ snippet }: LocalizedFile): string[] {
  if (snippet === null) return [];
  return snippet.match_lines.slice(0, LIMITS.lines).map((line) => {
    const text = snippet.lines[line - snippet.start_line] ?? "";
    return `${line}| ${text.trim().slice(0, LIMITS.line)}`;
  });
}
