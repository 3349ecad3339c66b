/**
 * How well and how fast are the files of a fix found? Mines fixes of the repositories given and ranks, in one run, with the engine
 * and with plain BM25 over whole files.
 *
 *     node bench/localize.ts --cases 60 --cache /tmp/bench DIR [DIR …]      DIR: bare git repositories
 */
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { localize, rankAll } from "../server/engines/localize/localize.ts";
import { readQuestion } from "../server/engines/localize/question.ts";
import { findGitDir } from "../server/index/gitRead.ts";
import type { OpenedIndex } from "../server/index/indexStore.ts";
import { CaseIndexes } from "./caseIndex.ts";
import { changedFunctions, functionId } from "./changedFunctions.ts";
import { type Case, mineCases } from "./mine.ts";
import { Scores } from "./scores.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: "string", default: "60" }, cache: { type: "string", default: "/tmp/clew-bench" } },
});
if (positionals.length === 0) {
  process.stderr.write("Name at least one git repository.\n");
  process.exit(2);
}

/** A fix that changes more functions than this is no question about a place. */
const MOST_FUNCTIONS = 5;

const all = { engine: new Scores(), plain: new Scores(), functions: new Scores() };
for (const folder of positionals) {
  const gitDir = await findGitDir(folder);
  const name = basename(folder) === "repo" ? basename(dirname(folder)) : basename(folder);
  const cases = await mineCases(gitDir, Number(values.cases));
  const indexes = new CaseIndexes(gitDir, join(values.cache, name));
  const scores = { engine: new Scores(), plain: new Scores(), functions: new Scores() };
  // Oldest first, so that each index is made from the one before.
  for (const question of cases.toReversed()) {
    const index = await indexes.at(question.parent);
    for (const [ranker, rank] of [
      ["engine", withEngine],
      ["plain", withPlainWords],
    ] as const) {
      const startedAt = performance.now();
      const ranked = rank(index, question);
      const took = performance.now() - startedAt;
      scores[ranker].add(ranked, question.files, took);
      all[ranker].add(ranked, question.files, took);
    }
    const functions = changedFunctions(gitDir, question, index);
    if (functions.length > 0 && functions.length <= MOST_FUNCTIONS) {
      const startedAt = performance.now();
      const ranked = functionsWithEngine(index, question);
      const took = performance.now() - startedAt;
      scores.functions.add(ranked, functions, took);
      all.functions.add(ranked, functions, took);
    }
  }
  print(name, scores);
}
print("all", all);

function withEngine(index: OpenedIndex, { title, body, at }: Case): string[] {
  return localize(index, { title, body, before: at * 1000 }, { limit: 100 }).files.map(({ path }) => path);
}

function functionsWithEngine(index: OpenedIndex, { title, body, at }: Case): string[] {
  const { functions } = rankAll(index, { title, body, before: at * 1000 }, 100);
  return functions.map(({ path, start }) => functionId(path, start));
}

/** BM25 of the same words over the bodies of the files, nothing else. */
function withPlainWords(index: OpenedIndex, { title, body }: Case): string[] {
  const [code] = index.code;
  const [scores] = index.codeGroup.score(readQuestion(title, body).terms, [1, 0, 0, 0]);
  if (!code || !scores) return [];
  return Array.from(scores.keys())
    .filter((file) => (scores[file] ?? 0) > 0 && code.files.kind(file) !== "test" && code.files.kind(file) !== "docs")
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, 100)
    .map((file) => code.files.path(file));
}

function print(name: string, scores: Readonly<Record<string, Scores>>): void {
  for (const [ranker, score] of Object.entries(scores))
    process.stdout.write(`${name.padEnd(28)} ${ranker.padEnd(9)} ${score.line()}\n`);
}
