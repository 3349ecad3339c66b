/**
 * Do pages and code each rank first where they are the answer, in one list of all kinds? Asks headings of documents (removed from them) and
 * sentences of functions' comments (removed from the code) over one index, and names as they are typed over the repository as it is.
 *
 *     node bench/mixed.ts --cases 40 --cache /tmp/bench DIR [DIR …]      DIR: git repositories
 */
import { join } from "node:path";
import { searchPlaces } from "../server/engines/search/searchPlaces.ts";
import { search } from "../server/engines/search/search.ts";
import { resolveCommit } from "../server/git/commitLookup.ts";
import { findGitDir } from "../server/git/findGitDir.ts";
import type { OpenedIndex } from "../server/index/OpenedIndex.ts";
import { benchArguments, requireRepositories } from "./questions/benchArguments.ts";
import { cachedQuestions } from "./questions/cachedQuestions.ts";
import { CaseIndexes } from "./questions/caseIndex.ts";
import { type Heading, mineHeadings } from "./questions/mineHeadings.ts";
import { mineNames } from "./questions/mineNames.ts";
import { type Sentence, mineSentences } from "./questions/mineSentences.ts";
import { bm25Files } from "./baselines/baselineBm25.ts";
import { writeOutcomes } from "./questions/outcomesFile.ts";
import { repositoryName } from "./questions/repositoryName.ts";
import { Scores } from "./questions/scores.ts";

const { values, positionals } = benchArguments({
  cases: { type: "string", default: "40" },
  rankers: { type: "string", default: "places,search,documents,code,bm25" },
});
requireRepositories(positionals.length);

const DEPTH = 60;
interface Mined {
  readonly sentences: readonly Sentence[];
  readonly headings: readonly Heading[];
}
const RANKERS: Readonly<Record<string, (index: OpenedIndex, query: string) => string[]>> = {
  places: (index, query) => searchPlaces(index, query, DEPTH).map(({ path }) => path),
  search: (index, q) => paths(search(index, { q, limit: DEPTH }).results),
  documents: (index, q) => paths(search(index, { q, limit: DEPTH, kind: ["document"] }).results),
  code: (index, q) => paths(search(index, { q, limit: DEPTH, kind: ["code", "symbol"] }).results),
  bm25: (index, query) => bm25Files(index, query, DEPTH),
};
const paths = (results: readonly { readonly path: string | null }[]): string[] =>
  results.map(({ path }, at) => path ?? `other ${at}`);

const all = new Map<string, Scores>();
for (const directory of positionals) {
  const name = repositoryName(directory);
  const folder = join(values.cache, "mixed", name);
  const gitDir = await findGitDir(directory);
  const { sentences, headings } = await mined(gitDir, folder);
  const stripped = await findGitDir(folder);
  const index = await new CaseIndexes(stripped, `${folder}.index`).at(await resolveCommit(stripped, "HEAD"));
  ask(name, "headings", index, headings);
  ask(name, "sentences", index, sentences);
  const headIndex = await new CaseIndexes(gitDir, `${folder}.whole`).at(await resolveCommit(gitDir, "HEAD"));
  for (const [kind, questions] of Object.entries(mineNames(headIndex, Number(values.cases))))
    ask(name, kind, headIndex, questions);
}
writeOutcomes(values.outcomes, all);
for (const [what, scores] of all) process.stdout.write(`${"all".padEnd(24)} ${what.padEnd(22)} ${scores.line()}\n`);

function ask(name: string, kind: string, index: OpenedIndex, questions: readonly Heading[]): void {
  for (const [ranker, rank] of Object.entries(RANKERS)) {
    if (!values.rankers.split(",").includes(ranker)) continue;
    const what = `${kind} ${ranker}`;
    const scores = new Scores();
    const total = all.get(what) ?? new Scores();
    all.set(what, total);
    for (const { query, path } of questions) {
      const startedAt = performance.now();
      const ranked = [...new Set(rank(index, query))];
      const took = performance.now() - startedAt;
      for (const score of [scores, total]) score.add(ranked, [path], took);
    }
    if (questions.length > 0) process.stdout.write(`${name.padEnd(24)} ${what.padEnd(22)} ${scores.line()}\n`);
  }
}

function mined(gitDir: string, folder: string): Promise<Mined> {
  return cachedQuestions(`${folder}.json`, async () => {
    const sentences = await mineSentences(gitDir, folder, Number(values.cases));
    return { sentences, headings: mineHeadings(folder, Number(values.cases)) };
  });
}
