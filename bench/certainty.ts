/**
 * Are "high", "medium" and "low" right as often as they promise? Mines fixes of the repositories given, ranks each as the product does, and
 * counts for each word its share of the answers and how often the first file was changed by the fix. Each fix is asked twice: with its
 * message, and without the names that only its author knew ("masked"); reports of users lie between the two.
 *
 *     node bench/certainty.ts --cases 50 --cache /tmp/bench [--fit] DIR [DIR …]      DIR: git repositories
 *
 * Intervals are of a bootstrap over repositories. With `--fit` the coefficients are fitted on the repositories given, and each repository is
 * judged by those of the others.
 */
import { join } from "node:path";
import type { Localization } from "../contract/issues/localization.ts";
import { CERTAINTY_EVIDENCE, certaintyEvidence, confidenceOf, wordOf } from "../server/engines/localize/confidence.ts";
import { rankIssue } from "../server/engines/localize/rankIssue.ts";
import { readQuestion } from "../server/engines/question/question.ts";
import { createRandom } from "../server/engines/ranking/createRandom.ts";
import { findGitDir } from "../server/git/findGitDir.ts";
import { benchArguments, requireRepositories } from "./questions/benchArguments.ts";
import { CaseIndexes } from "./questions/caseIndex.ts";
import { type FitSample, fitLogistic, logistic } from "./questions/fitLogistic.ts";
import { maskedText } from "./questions/maskedText.ts";
import { mineFixCommits } from "./questions/mineFixCommits.ts";
import { repositoryName } from "./questions/repositoryName.ts";

const { values, positionals } = benchArguments({
  cases: { type: "string", default: "50" },
  fit: { type: "boolean", default: false },
});
requireRepositories(positionals.length);

const WORDS = ["high", "medium", "low"] as const;
const FORMS = ["message", "masked"] as const;
/** Files that a reader sees without scrolling: the ranking needs no more. */
const DEPTH = 20;
const DRAWS = 2000;

interface Sample extends FitSample {
  readonly form: (typeof FORMS)[number];
  readonly word: Localization["confidence"];
}

const samples: Sample[] = [];
for (const folder of positionals) {
  const gitDir = await findGitDir(folder);
  const repository = repositoryName(folder);
  const indexes = new CaseIndexes(gitDir, join(values.cache, repository));
  for (const question of (await mineFixCommits(gitDir, Number(values.cases))).toReversed()) {
    const index = await indexes.at(question.parent);
    for (const form of FORMS) {
      const { title, body } = form === "masked" ? maskedText(index, question) : question;
      const { ranking } = rankIssue(index, readQuestion(title, body), question.at, DEPTH);
      const [first] = ranking.files;
      const isRight = first !== undefined && question.files.includes(index.code[0]?.files.path(first.file) ?? "");
      samples.push({ repository, form, features: evidenceOf(ranking), word: confidenceOf(ranking), isRight });
    }
  }
  print(
    repository,
    samples.filter((sample) => sample.repository === repository),
  );
}
printForms("today", samples);
if (values.fit) {
  const coefficients = fitLogistic(samples);
  process.stdout.write(
    `fitted: base, ${CERTAINTY_EVIDENCE.join(", ")} = ${coefficients.map((value) => value.toFixed(2)).join(", ")}\n`,
  );
  const leftOut = positionals.map(repositoryName).flatMap((repository) => {
    const ofOthers = fitLogistic(samples.filter((sample) => sample.repository !== repository));
    return samples
      .filter((sample) => sample.repository === repository)
      .map((sample) => ({ ...sample, word: wordOf(logistic(ofOthers, sample.features)) }));
  });
  printForms("left out", leftOut);
}

function evidenceOf(ranking: Parameters<typeof certaintyEvidence>[0]): number[] {
  const evidence = certaintyEvidence(ranking);
  return CERTAINTY_EVIDENCE.map((name) => evidence[name]);
}

function printForms(name: string, judged: readonly Sample[]): void {
  for (const form of FORMS)
    print(
      `${name}, ${form}`,
      judged.filter((sample) => sample.form === form),
    );
  print(`${name}, all`, judged);
}

function print(name: string, judged: readonly Sample[]): void {
  const words = WORDS.map((word) => {
    const [right, low, high] = rightOf(judged, word);
    const share = (100 * judged.filter((sample) => sample.word === word).length) / Math.max(1, judged.length);
    return `${word} ${share.toFixed(0)} % of answers, right ${right} [${low}, ${high}]`;
  });
  const right = (100 * judged.filter(({ isRight }) => isRight).length) / Math.max(1, judged.length);
  process.stdout.write(
    `${name.padEnd(28)} n=${String(judged.length).padStart(4)}  right ${right.toFixed(0)}  ${words.join("  ")}\n`,
  );
}

/** Per cent of the answers with the word whose first file is right, and the 95 % interval over repositories, or over questions of a single one. */
function rightOf(judged: readonly Sample[], word: Localization["confidence"]): string[] {
  const groups = new Map<string, Sample[]>();
  const isSingle = new Set(judged.map(({ repository }) => repository)).size === 1;
  for (const [at, sample] of judged.entries()) {
    const group = isSingle ? String(at) : sample.repository;
    groups.set(group, [...(groups.get(group) ?? []), sample]);
  }
  const counts = Array.from(groups.values(), (group) => {
    const withWord = group.filter((sample) => sample.word === word);
    return { all: withWord.length, right: withWord.filter(({ isRight }) => isRight).length };
  });
  const percent = (drawn: readonly (typeof counts)[number][]): number =>
    (100 * drawn.reduce((sum, { right }) => sum + right, 0)) / drawn.reduce((sum, { all }) => sum + all, 0);
  const random = createRandom(1);
  const draws = Array.from({ length: DRAWS }, () =>
    percent(counts.flatMap(() => counts[Math.floor(random() * counts.length)] ?? [])),
  )
    .filter((share) => !Number.isNaN(share))
    .sort((a, b) => a - b);
  return [percent(counts), draws[Math.floor(draws.length * 0.025)], draws[Math.floor(draws.length * 0.975)]].map(
    (share) => (share === undefined || Number.isNaN(share) ? "-" : share.toFixed(0)),
  );
}
