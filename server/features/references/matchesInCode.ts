import { type CodeMatches, type CodeMatchesQuery, MAX_MATCHED_LINE } from "../../../contract/code/references.ts";
import { everyMatch } from "../../engines/search/patterns/everyMatch.ts";
import { requiresLineBreak } from "../../engines/search/patterns/patternUnits.ts";
import { compilePattern } from "../../engines/search/patterns/compilePattern.ts";
import { unsearchedFiles } from "../../project/unsearchedFiles.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";

const NOTHING = { count: 0, cut_lines: 0, files: [], candidates: 0, read: 0, next: null } as const;

const NO_LINE_BREAKS =
  "it matches nothing, as it requires a line break, and each line is searched by itself. Search for one of its lines";

/** The lines that a pattern matches, from a part of the files. @param index null for a revision that is in none */
export function matchesInCode(
  index: OpenedIndex | null,
  { pattern: text, source, path, case: sort, from }: CodeMatchesQuery,
): CodeMatches {
  if (!index) return { ...NOTHING, is_indexed: false, problem: null, unsearched: [], files: [] };
  if (requiresLineBreak(text))
    return { ...NOTHING, is_indexed: true, problem: NO_LINE_BREAKS, unsearched: [], files: [] };
  const pattern = compilePattern(text, sort === "no", sort === "yes");
  if ("problem" in pattern)
    return { ...NOTHING, is_indexed: true, problem: pattern.problem, unsearched: [], files: [] };
  const within = path.replace(/^\.?\/+|\/+$/g, "");
  const accepts = (member: number, of: string): boolean =>
    (within === "" || of === within || of.startsWith(`${within}/`)) &&
    (source === undefined || index.code[member]?.part.source === source);
  const textMatches = everyMatch(index, pattern, { accepts, from });
  return {
    is_indexed: true,
    problem: null,
    unsearched: unsearchedFiles(index, source),
    count: textMatches.files.reduce((sum, { lines }) => sum + lines.length, 0),
    cut_lines: textMatches.cutLines,
    files: textMatches.files.map(({ member, file, lines }) => {
      const code = index.code[member];
      return {
        source: code?.part.source ?? "",
        repository: code?.part.name ?? "",
        path: code?.files.path(file) ?? "",
        lines: lines.map(({ line, text: fullLine, matches }) => ({
          line,
          text: fullLine.slice(0, MAX_MATCHED_LINE),
          columns: matches.map((match) => match.from + 1),
        })),
      };
    }),
    candidates: textMatches.candidates,
    read: textMatches.read,
    next: textMatches.read < textMatches.candidates ? textMatches.read : null,
  };
}
