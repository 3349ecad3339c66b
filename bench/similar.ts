/**
 * Are texts about the same subject found? Mines texts that name the same issue and ranks, in one run, with the engine, with
 * BM25 with the title three times, and with plain BM25 over the words.
 *
 *     node bench/similar.ts --cases 200 DIR [DIR …]      DIR: bare git repositories
 *     node bench/similar.ts --pairs FILE [--pairs FILE …]      FILE: lines of {"id","title","body","created_at"?,"duplicate_of"?}
 */
import { basename } from "node:path";
import { rankSimilar } from "../server/engines/similar/similar.ts";
import { readQuestion } from "../server/engines/question/question.ts";
import { corpusIndex } from "../server/cli/local/corpusIndex.ts";
import { findGitDir } from "../server/git/findGitDir.ts";
import type { OpenedIndex } from "../server/index/OpenedIndex.ts";
import { benchArguments, requireRepositories } from "./questions/benchArguments.ts";
import { writeOutcomes } from "./questions/outcomesFile.ts";
import { repositoryName } from "./questions/repositoryName.ts";
import { Scores } from "./questions/scores.ts";
import { type Document, mineSimilar, readPairs } from "./questions/similarCases.ts";

const { values, positionals } = benchArguments({
  cases: { type: "string", default: "200" },
  pairs: { type: "string", multiple: true, default: [] },
});
requireRepositories(positionals.length + values.pairs.length, ", or a file of marked duplicates");

type Ranker = (index: OpenedIndex, query: Document) => string[];
const RANKERS: Readonly<Record<string, Ranker>> = {
  plain: (index, query) => bm25(index, query, [1, 1, 0, 0]),
  title3: (index, query) => bm25(index, query, [1, 3, 0, 0]),
  engine: (index, { id, title, body, at }) => rankSimilar(index, { title, body, self: id, beforeMs: at }, 100),
};
const all = new Map(Object.keys(RANKERS).map((name) => [name, new Scores()]));
for (const file of values.pairs) await measure(basename(file), await readPairs(file));
for (const folder of positionals) {
  await measure(repositoryName(folder), await mineSimilar(await findGitDir(folder), Number(values.cases)));
}
writeOutcomes(values.outcomes, all);
for (const [ranker, recall] of all) process.stdout.write(`${"all".padEnd(28)} ${ranker.padEnd(9)} ${recall.line()}\n`);

async function measure(name: string, { corpus, cases }: Awaited<ReturnType<typeof readPairs>>): Promise<void> {
  const index = await corpusIndex(corpus.map(({ at, ...document }) => ({ ...document, createdAt: at })));
  for (const [ranker, rank] of Object.entries(RANKERS)) {
    const recall = new Scores();
    for (const { query, right } of cases) {
      const startedAt = performance.now();
      const ranked = rank(index, query);
      const took = performance.now() - startedAt;
      recall.add(ranked, right, took);
      all.get(ranker)?.add(ranked, right, took);
    }
    process.stdout.write(`${name.padEnd(28)} ${ranker.padEnd(9)} ${recall.line()}  corpus ${corpus.length}\n`);
  }
}
function bm25(
  { issueGroup, issues }: OpenedIndex,
  { id, title, body, at }: Document,
  weights: readonly number[],
): string[] {
  const [scores] = issueGroup.score(readQuestion(title, body).terms, weights);
  if (!scores || !issues) return [];
  return Array.from(scores.keys())
    .filter((issue) => (scores[issue] ?? 0) > 0 && issues.table.createdAt(issue) < at)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, 101)
    .map((issue) => issues.table.id(issue))
    .filter((other) => other !== id);
}
