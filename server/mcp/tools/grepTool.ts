import { z } from "zod";
import type { CodeMatches } from "../../../contract/references.ts";
import { unsearchedWords } from "../../messages/unsearchedWords.ts";
import { askedRepositories, firstNotes, requireRead, staleNotes } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { refuse } from "../toolErrors.ts";
import { line } from "../untrusted.ts";
import { FOLDER, INDEXED_REVISION, SOURCE } from "./arguments.ts";
import { counted } from "./counted.ts";
import { FileLines, matchingLines, moreOf, page, requireIndexed } from "./foundLines.ts";

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
    ...page,
  },
  output: { count: z.int(), files: z.array(FileLines) },
  draft: async (scope, { project: slug, offset, skip, counts, source: named, ...asked }) => {
    const project = scope.project(slug);
    const sources = await askedRepositories(project, named);
    const source = named === undefined ? undefined : sources[0]?.id;
    const read = async (from: number) => {
      const found = await project.invoke("codeMatches", { query: { ...asked, source, from } });
      if (found.problem !== null) throw refuse("invalid_arguments", `pattern: ${line(found.problem)}`);
      await requireIndexed(project, found.is_indexed, sources, asked.revision);
      return found;
    };
    const first = await read(offset);
    const found = counts ? await readOn(first, read) : first;
    if (offset === 0 && found.count === 0 && found.next === null) requireRead(sources);
    const lead = [
      `${counted(found.count, "line")} in ${counted(found.files.length, "file")}; ${found.read} of ${found.candidates} files that can match are read.`,
    ];
    const fenced = firstNotes([
      ...staleNotes(sources),
      ...found.unsearched.map((one) => unsearchedWords(one, line(one.repository))),
    ]);
    if (!counts)
      return {
        lead,
        fenced,
        ...matchingLines(found, { offset, skip }, (shown) => ({ count: found.count, files: shown })),
      };
    const files = found.files.slice(skip);
    return {
      lead,
      fenced,
      blocks: files.map(({ path, repository, lines }) => `${line(path)} [${line(repository)}]: ${lines.length}`),
      more: (count) => moreOf(found, { offset, skip: skip + count }, found.files.length),
      data: () => ({ count: found.count }),
    };
  },
});

/** Calls of the index that one answer with counts makes. */
const MAX_READS = 20;

/** The matches of the files after those of an answer too, as far as the limit of calls allows. */
async function readOn(first: CodeMatches, read: (from: number) => Promise<CodeMatches>): Promise<CodeMatches> {
  let found = first;
  for (let reads = 1; reads < MAX_READS && found.next !== null; reads++) {
    const more = await read(found.next);
    found = {
      ...more,
      count: found.count + more.count,
      cut_lines: found.cut_lines + more.cut_lines,
      files: [...found.files, ...more.files],
    };
  }
  return found;
}
