/** Every line that a regular expression matches. */
import { z } from "zod";
import type { CodeMatches } from "../../../contract/code/references.ts";
import { unsearchedWords } from "../../messages/unsearchedWords.ts";
import { askedRepositories } from "../namedSources.ts";
import { firstNotes, requireRead, staleNotes } from "../sourceStaleness.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { FOLDER, INDEXED_REVISION, SOURCE, linePageArguments } from "./arguments.ts";
import { counted } from "./counted.ts";
import { FileLines, pageOfLines, moreOf } from "./foundLines.ts";
import { requireIndexed } from "./revisionRefusals.ts";

export const grep = tool({
  name: "grep",
  title: "Search by regular expression",
  description: "Every line of the code that a regular expression (RE2) matches, to the last; or only their counts.",
  input: {
    pattern: z.string().min(1).max(300),
    path: FOLDER.describe("Folder or file"),
    source: SOURCE,
    revision: INDEXED_REVISION,
    case: z.enum(["yes", "no"]).optional().describe("Capitals count"),
    counts: z.boolean().default(false).describe("Lines of each file, as numbers"),
    ...linePageArguments,
  },
  output: { count: z.int(), files: z.array(FileLines) },
  draft: async (scope, { project: slug, offset, skip, counts, source: named, ...pattern }) => {
    const project = scope.project(slug);
    const sources = await askedRepositories(project, named);
    const source = named === undefined ? undefined : sources[0]?.id;
    const read = async (from: number) => {
      const matches = await project.invoke("codeMatches", { query: { ...pattern, source, from } });
      if (matches.problem !== null) throw toolRefusal("invalid_arguments", `pattern: ${singleLine(matches.problem)}`);
      await requireIndexed(project, matches.is_indexed, sources, pattern.revision);
      return matches;
    };
    const first = await read(offset);
    const matches = counts ? await readOn(first, read) : first;
    if (offset === 0 && matches.count === 0 && matches.next === null) requireRead(sources);
    const lead = [
      `${counted(matches.count, "line")} in ${counted(matches.files.length, "file")}; ${matches.read} of ${matches.candidates} files that can match are read.`,
    ];
    const fenced = firstNotes([
      ...staleNotes(sources),
      ...matches.unsearched.map((unsearched) => unsearchedWords(unsearched, singleLine(unsearched.repository))),
    ]);
    if (!counts)
      return {
        lead,
        fenced,
        ...pageOfLines(matches, { offset, skip }, (shown) => ({ count: matches.count, files: shown })),
      };
    const files = matches.files.slice(skip);
    return {
      lead,
      fenced,
      blocks: files.map(
        ({ path, repository, lines }) => `${singleLine(path)} [${singleLine(repository)}]: ${lines.length}`,
      ),
      more: (count) => moreOf(matches, { offset, skip: skip + count }, matches.files.length),
      data: () => ({ count: matches.count }),
    };
  },
});

/** Calls of the index that one answer with counts makes. */
const MAX_READS = 20;

/** The matches of the files after those of an answer too, as far as the limit of calls allows. */
async function readOn(first: CodeMatches, read: (from: number) => Promise<CodeMatches>): Promise<CodeMatches> {
  let matches = first;
  for (let reads = 1; reads < MAX_READS && matches.next !== null; reads++) {
    const more = await read(matches.next);
    matches = {
      ...more,
      count: matches.count + more.count,
      cut_lines: matches.cut_lines + more.cut_lines,
      files: [...matches.files, ...more.files],
    };
  }
  return matches;
}
