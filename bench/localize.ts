/**
 * How well and how fast are the files of a fix found? Mines fixes of the repositories given and ranks, in one run, with the engine, with
 * the linear sum that is its baseline (`baselineLinear.ts`), and with plain BM25 over whole files. "single" are the fixes of one file,
 * which most published figures are of, "one function" those of one function. Functions are compared with plain BM25 inside the best 30 files.
 *
 *     node bench/localize.ts --cases 60 --cache /tmp/bench DIR [DIR …]      DIR: bare git repositories
 *
 * With `--issues FILE` the questions are reports that people wrote (see `readIssues.ts`) instead of messages of fixes; with `--each`
 * every question is printed with the ranks of its files and functions.
 */
import { join } from "node:path";
import { localize, rankAll } from "../server/engines/localize/localize.ts";
import { findGitDir } from "../server/git/findGitDir.ts";
import type { OpenedIndex } from "../server/index/OpenedIndex.ts";
import { benchArguments, requireRepositories } from "./questions/benchArguments.ts";
import { CaseIndexes } from "./questions/caseIndex.ts";
import { changedFunctions, functionId } from "./questions/changedFunctions.ts";
import { baselineLinearFiles } from "./baselines/baselineLinear.ts";
import { type Case, mineFixCommits } from "./questions/mineFixCommits.ts";
import { bm25Files, bm25Functions } from "./baselines/baselineBm25.ts";
import { writeOutcomes } from "./questions/outcomesFile.ts";
import { readReports, reportCases } from "./questions/readIssues.ts";
import { FILE_CONSTANTS } from "../server/engines/localize/localizeWeights.ts";
import { repositoryName } from "./questions/repositoryName.ts";
import { Scores } from "./questions/scores.ts";

const { values, positionals } = benchArguments({
  issues: { type: "string" },
  each: { type: "boolean", default: false },
});
requireRepositories(positionals.length);

/** A fix that changes more functions than this does not point at a place. */
const MAX_FUNCTIONS = 5;
const FUNCTION_FILES = FILE_CONSTANTS.filesWithFunctions.value;

const reports = values.issues === undefined ? null : readReports(values.issues);
const newScores = () => ({
  engine: new Scores(),
  sum: new Scores(),
  plain: new Scores(),
  functions: new Scores(),
  "plain, functions": new Scores(),
});
const all = newScores();
const single = newScores();
const oneFunction = newScores();
for (const folder of positionals) {
  const gitDir = await findGitDir(folder);
  const name = repositoryName(folder);
  const cases = reports ? await reportCases(gitDir, name, reports) : await mineFixCommits(gitDir, Number(values.cases));
  if (cases.length === 0) continue;
  const indexes = new CaseIndexes(gitDir, join(values.cache, name));
  const scores = newScores();
  // Oldest first, so that each index is made from the one before.
  for (const question of cases.toReversed()) {
    const index = await indexes.at(question.parent);
    for (const [ranker, rank] of [
      ["engine", withEngine],
      ["sum", (opened: OpenedIndex, question: Case) => baselineLinearFiles(opened, question, 100)],
      ["plain", withBm25],
    ] as const) {
      const startedAt = performance.now();
      const ranked = rank(index, question);
      const took = performance.now() - startedAt;
      if (values.each) printCase(ranker, question, ranked, question.files);
      scores[ranker].add(ranked, question.files, took);
      all[ranker].add(ranked, question.files, took);
      if (question.files.length === 1) single[ranker].add(ranked, question.files, took);
    }
    const functions = changedFunctions(gitDir, question, index);
    if (functions.length === 0 || functions.length > MAX_FUNCTIONS) continue;
    for (const [ranker, rank] of [
      ["functions", functionsWithEngine],
      ["plain, functions", functionsWithBm25],
    ] as const) {
      const startedAt = performance.now();
      const ranked = rank(index, question);
      const took = performance.now() - startedAt;
      if (values.each) printCase(ranker, question, ranked, functions);
      scores[ranker].add(ranked, functions, took);
      all[ranker].add(ranked, functions, took);
      if (question.files.length === 1) single[ranker].add(ranked, functions, took);
      if (functions.length === 1) oneFunction[ranker].add(ranked, functions, took);
    }
  }
  print(name, scores);
}
print("all", all);
print("single", single);
print("one function", oneFunction);
writeOutcomes(values.outcomes, Object.entries(all));

function withEngine(index: OpenedIndex, { title, body, at }: Case): string[] {
  return localize(index, { title, body, beforeMs: at * 1000 }, { limit: 100 }).files.map(({ path }) => path);
}

function functionsWithEngine(index: OpenedIndex, { title, body, at }: Case): string[] {
  const { functions } = rankAll(index, { title, body, beforeMs: at * 1000 }, 100);
  return functions.map(({ path, start }) => functionId(path, start));
}

/** Functions of the best 30 files of the engine by their words alone. */
function functionsWithBm25(index: OpenedIndex, { title, body, at }: Case): string[] {
  const { files } = rankAll(index, { title, body, beforeMs: at * 1000 }, FUNCTION_FILES);
  const paths = files.slice(0, FUNCTION_FILES).map(({ path }) => path);
  return bm25Functions(index, `${title}\n${body}`, paths);
}

/** Plain BM25 of the words over the bodies of the files, without tests and documents. */
function withBm25(index: OpenedIndex, { title, body }: Case): string[] {
  const kindOf = (path: string): string => index.code[0]?.files.kind(index.code[0].files.find(path)) ?? "other";
  return bm25Files(index, `${title}\n${body}`, 400)
    .filter((path) => kindOf(path) !== "test" && kindOf(path) !== "docs")
    .slice(0, 100);
}

function printCase(ranker: string, { parent, title }: Case, ranked: readonly string[], right: readonly string[]): void {
  const places = right.map((path) => `${path} ${ranked.indexOf(path) + 1 || "-"}`).join(", ");
  process.stdout.write(`  ${ranker.padEnd(16)} ${parent.slice(0, 8)} ${title.slice(0, 70)} | ${places}\n`);
}

function print(name: string, scores: ReturnType<typeof newScores>): void {
  for (const [ranker, score] of Object.entries(scores).filter(([, { cases }]) => cases > 0))
    process.stdout.write(`${name.padEnd(28)} ${ranker.padEnd(16)} ${score.line()}\n`);
  for (const [ours, other] of [
    ["engine", "sum"],
    ["engine", "plain"],
    ["functions", "plain, functions"],
  ] as const)
    if (scores[ours].cases > 0)
      process.stdout.write(`${name.padEnd(28)} ${ours} - ${other}: ${scores[ours].compareTo(scores[other])}\n`);
}
