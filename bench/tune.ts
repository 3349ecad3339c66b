/**
 * Fits the weights of localization (`rankIssue`, the order that users see) on development repositories: reads the features of every case once, then changes the weights one
 * by one, up and down, while the mean over the repositories improves. Prints the weights and, for each repository, the result of weights
 * fitted only on the others, which is the unbiased figure. With `--own` each repository has weights of its own instead, fitted on the older
 * 60 % of its fixes and compared with today's on the newer ones (ADR 0280).
 *
 *     node bench/tune.ts --cases 50 --cache /tmp/bench [--own] DIR [DIR …]
 */
import { join } from "node:path";
import { readQuestion } from "../server/engines/question/question.ts";
import { BEST_FUNCTION_POINTS } from "../server/engines/localize/localizeWeights.ts";
import { rankIssue } from "../server/engines/localize/rankIssue.ts";
import { FILE_FEATURES } from "../server/engines/localize/fileFeatures.ts";
import { findGitDir } from "../server/git/findGitDir.ts";
import { benchArguments, requireRepositories } from "./questions/benchArguments.ts";
import { CaseIndexes } from "./questions/caseIndex.ts";
import { mineFixCommits } from "./questions/mineFixCommits.ts";
import { repositoryName } from "./questions/repositoryName.ts";
import { type Outcome, Scores } from "./questions/scores.ts";

const { values, positionals } = benchArguments({
  cases: { type: "string", default: "50" },
  own: { type: "boolean", default: false },
});
requireRepositories(positionals.length);

interface Sample {
  /** Per candidate the value of each feature, 0 to 1. */
  readonly features: Float32Array[];
  /** The candidate's factor after the penalty for its kind of file. */
  readonly kept: number[];
  readonly isRight: boolean[];
  /** Correct files that are not candidates. */
  readonly lost: number;
}

/** Candidates that are kept for a case; a lower-ranked file cannot reach the first ranks. */
const CANDIDATES = 250;
const STEPS = [0.4, 0.7, 0.85, 1.15, 1.4, 2];
const ROUNDS = 3;
/** Share of the fixes of a repository that its own weights are fitted on. */
const OLDER = 0.6;

const samples: Sample[][] = [];
for (const folder of positionals) {
  const gitDir = await findGitDir(folder);
  const name = repositoryName(folder);
  const indexes = new CaseIndexes(gitDir, join(values.cache, name));
  const ofRepository: Sample[] = [];
  for (const { parent, title, body, at, files } of (await mineFixCommits(gitDir, Number(values.cases))).toReversed()) {
    const index = await indexes.at(parent);
    const { ranking } = rankIssue(index, readQuestion(title, body), at, Infinity);
    const right = new Set(files);
    const pathOf = (file: number): string => index.code[0]?.files.path(file) ?? "";
    const candidates = ranking.files.filter(({ file }, rank) => rank < CANDIDATES || right.has(pathOf(file)));
    ofRepository.push({
      features: candidates.map(({ member, file, functionPoints }) =>
        Float32Array.of(
          ...FILE_FEATURES.map(({ id, weight }) => ranking.points(id, member, file) / weight),
          functionPoints / BEST_FUNCTION_POINTS,
        ),
      ),
      kept: candidates.map(({ score, penalty }) => (score - penalty > 0 ? score / (score - penalty) : 1)),
      isRight: candidates.map(({ file }) => right.has(pathOf(file))),
      lost: files.length - candidates.filter(({ file }) => right.has(pathOf(file))).length,
    });
  }
  samples.push(ofRepository);
  process.stderr.write(`${name}: ${ofRepository.length} cases\n`);
}

const NAMES = [...FILE_FEATURES.map(({ id }) => id), "bestFunction"];
const start: readonly number[] = [...FILE_FEATURES.map(({ weight }) => weight), BEST_FUNCTION_POINTS];
if (values.own) positionals.forEach(compareOwn);
else {
  report("start", start, samples);
  report("fitted", fit(samples), samples);
  positionals.forEach((folder, omitted) => {
    const fitted = fit(samples.filter((_, repository) => repository !== omitted));
    const heldOut = samples.filter((_, repository) => repository === omitted);
    const line = `${quality(start, heldOut).toFixed(3)} → ${quality(fitted, heldOut).toFixed(3)}`;
    process.stdout.write(`left out ${repositoryName(folder).padEnd(28)} ${line}\n`);
  });
}

/** Weights of the older fixes of one repository against today's, on its newer ones. */
function compareOwn(folder: string, at: number): void {
  const cases = samples[at] ?? [];
  const older = cases.slice(0, Math.floor(cases.length * OLDER));
  const newer = cases.slice(older.length);
  const scoresWith = (weights: readonly number[]): Scores =>
    Scores.of(newer.map((sample) => outcomeOf(weights, sample)));
  const gains = scoresWith(fit([older])).compareTo(scoresWith(start));
  process.stdout.write(`own past ${repositoryName(folder).padEnd(28)} ${older.length}/${newer.length}  ${gains}\n`);
}

/** Mean over repositories of a mixture of Acc@1, Acc@5 and MRR. */
function quality(weights: readonly number[], repositories: readonly (readonly Sample[])[]): number {
  let sum = 0;
  for (const cases of repositories) {
    let inside = 0;
    for (const sample of cases) {
      const { first, last } = outcomeOf(weights, sample);
      inside += 0.3 * Number(last <= 1) + 0.3 * Number(last <= 5) + 0.4 / first;
    }
    sum += inside / Math.max(1, cases.length);
  }
  return sum / Math.max(1, repositories.length);
}

/** Ranks of the right files with these weights. */
function outcomeOf(weights: readonly number[], { features, kept: keptShares, isRight, lost }: Sample): Outcome {
  const scores = features.map((vector, candidate) => {
    let score = 0;
    for (let feature = 0; feature < weights.length; feature++)
      score += (weights[feature] ?? 0) * (vector[feature] ?? 0);
    return score * (keptShares[candidate] ?? 1);
  });
  const ranks = scores
    .filter((_, candidate) => isRight[candidate])
    .map((right) => 1 + scores.filter((score) => score > right).length);
  return { first: Math.min(...ranks), last: lost > 0 ? Infinity : Math.max(...ranks, 0) };
}

function fit(repositories: readonly (readonly Sample[])[]): number[] {
  let weights: number[] = [...start];
  let best = quality(weights, repositories);
  for (let round = 0; round < ROUNDS; round++) {
    for (let feature = 0; feature < weights.length; feature++) {
      for (const step of STEPS) {
        const tried = weights.with(feature, (weights[feature] ?? 0) * step);
        const reached = quality(tried, repositories);
        // A gain of less than this is noise, and staying near the start is worth more.
        if (reached > best + 0.0008) {
          best = reached;
          weights = tried;
        }
      }
    }
  }
  return weights;
}

function report(name: string, weights: readonly number[], repositories: readonly (readonly Sample[])[]): void {
  const list = NAMES.map((id, at) => `${id} ${(weights[at] ?? 0).toFixed(2)}`).join(", ");
  process.stdout.write(`${name}: ${quality(weights, repositories).toFixed(3)}  ${list}\n`);
}
