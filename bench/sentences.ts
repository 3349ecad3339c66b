/**
 * How well does a sentence find the right file and the right function? Mines comments of functions, removes them from the code and
 * searches for them, with the engine and with plain BM25 over whole files in one run.
 *
 *     node bench/sentences.ts --cases 60 --cache /tmp/bench DIR [DIR …]      DIR: git repositories
 */
import { join } from "node:path";
import { searchPlaces } from "../server/engines/search/searchPlaces.ts";
import { resolveCommit } from "../server/git/commitLookup.ts";
import { findGitDir } from "../server/git/findGitDir.ts";
import type { OpenedIndex } from "../server/index/OpenedIndex.ts";
import { benchArguments, requireRepositories } from "./questions/benchArguments.ts";
import { cachedQuestions } from "./questions/cachedQuestions.ts";
import { CaseIndexes } from "./questions/caseIndex.ts";
import { type Sentence, mineSentences } from "./questions/mineSentences.ts";
import { bm25Files } from "./baselines/baselineBm25.ts";
import { writeOutcomes } from "./questions/outcomesFile.ts";
import { repositoryName } from "./questions/repositoryName.ts";
import { Scores } from "./questions/scores.ts";

const { values, positionals } = benchArguments({});
requireRepositories(positionals.length);

const DEPTH = 100;
const newScores = () => ({
  engine: new Scores(),
  raw: new Scores(),
  plain: new Scores(),
  symbols: new Scores(),
  asQuestion: new Scores(),
  wanted: new Scores(),
});
const all = newScores();
for (const directory of positionals) {
  const name = repositoryName(directory);
  const folder = join(values.cache, "sentences", name);
  const gitDir = await findGitDir(directory);
  const sentences = await cachedQuestions(`${folder}.json`, () => mineSentences(gitDir, folder, Number(values.cases)));
  const index = await openStripped(folder);
  const scores = newScores();
  for (const sentence of sentences) {
    const startedAt = performance.now();
    const places = searchPlaces(index, sentence.query, DEPTH);
    const took = performance.now() - startedAt;
    const plainAt = performance.now();
    const plain = bm25Files(index, sentence.query, DEPTH);
    const plainTook = performance.now() - plainAt;
    const files = [...new Set(places.map(({ path }) => path))];
    // The same in the form of a user's query.
    const bare = sentence.query.replace(/[.\s]+$/, "");
    const asQuestion = searchPlaces(index, `Where is the code that ${bare}?`, DEPTH);
    const asWish = searchPlaces(index, `I want to find where ${bare}`, DEPTH);
    const right = rangesOf(index, sentence);
    const symbols = places.map(({ path, line }) =>
      path === sentence.path && right.some(({ start, end }) => line !== null && line >= start && line <= end)
        ? "right"
        : "",
    );
    for (const score of [scores, all]) {
      score.engine.add(files, [sentence.path], took);
      score.raw.add(
        places.map(({ path }) => path),
        [sentence.path],
        took,
      );
      score.asQuestion.add([...new Set(asQuestion.map(({ path }) => path))], [sentence.path], took);
      score.wanted.add([...new Set(asWish.map(({ path }) => path))], [sentence.path], took);
      score.plain.add(plain, [sentence.path], plainTook);
      if (right.length > 0) score.symbols.add(symbols, ["right"], took);
    }
  }
  print(name, scores);
}
print("all", all);
writeOutcomes(values.outcomes, Object.entries(all));

async function openStripped(folder: string): Promise<OpenedIndex> {
  const gitDir = await findGitDir(folder);
  return new CaseIndexes(gitDir, `${folder}.index`).at(await resolveCommit(gitDir, "HEAD"));
}

/** The lines of the function after its comment was removed; several if the name is not unique in its class. */
function rangesOf(index: OpenedIndex, { path, name, container }: Sentence): { start: number; end: number }[] {
  const [code] = index.code;
  const table = code?.symbols?.table;
  if (!code || !table) return [];
  const file = code.files.find(path);
  if (file < 0) return [];
  const { from, to } = table.ofFile(file);
  return Array.from({ length: to - from }, (_, at) => table.row(from + at)).filter(
    (row) => row.name === name && row.container === container,
  );
}

function print(name: string, scores: Readonly<Record<string, Scores>>): void {
  for (const [ranker, score] of Object.entries(scores))
    process.stdout.write(`${name.padEnd(28)} ${ranker.padEnd(9)} ${score.line()}\n`);
}
