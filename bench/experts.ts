/**
 * Are the people who fixed, merged or reviewed a change among those recommended? Mines fixes of the repositories given and ranks, in
 * one run, with the engine and by recent activity. Nothing at or after the fix is read, not even for joining
 * aliases: a person is correct if the recommended name or address is the one of the fix.
 *
 *     node bench/experts.ts --cases 60 --cache /tmp/bench [--tune] DIR [DIR …]      DIR: bare git repositories
 */
import { join } from "node:path";
import { EXPERT_ROLES } from "../contract/people/experts.ts";
import type { OpenedCommits } from "../server/index/OpenedIndex.ts";
import { findGitDir } from "../server/git/findGitDir.ts";
import { inactiveWeeks, inactivityFactor } from "../server/engines/experts/inactivity.ts";
import { personValues, type PersonValues } from "../server/engines/experts/personValues.ts";
import { isBotAccount } from "../server/isBotAccount.ts";
import { type PeopleTable, peopleTable } from "../server/engines/identities/peopleTable.ts";
import { expertQueryOf } from "../server/engines/experts/questions.ts";
import { rankValues } from "../server/engines/experts/rankPeople.ts";
import {
  EXPERT_FEATURES,
  EXPERT_WEIGHTS,
  type ExpertWeights,
  ROLE_WEIGHTS,
} from "../server/engines/experts/expertFeatures.ts";
import { benchArguments, requireRepositories } from "./questions/benchArguments.ts";
import { CaseIndexes } from "./questions/caseIndex.ts";
import { mineFixCommits } from "./questions/mineFixCommits.ts";
import { writeOutcomes } from "./questions/outcomesFile.ts";
import { repositoryName } from "./questions/repositoryName.ts";
import { Scores } from "./questions/scores.ts";

const FEATURE_IDS = EXPERT_FEATURES.map(({ id }) => id);

const { values: options, positionals } = benchArguments({ tune: { type: "boolean", default: false } });
requireRepositories(positionals.length);

const ROLES = ["fixer", "reviewer", "merger"] as const;
type Role = (typeof ROLES)[number];
interface Who {
  readonly name: string;
  readonly email: string;
}
interface Question {
  readonly repository: string;
  readonly table: PeopleTable;
  readonly values: PersonValues;
  readonly right: Readonly<Record<Role, readonly Who[]>>;
  readonly milliseconds: number;
}

const questions: Question[] = [];
for (const folder of positionals) {
  const gitDir = await findGitDir(folder);
  const repository = repositoryName(folder);
  const indexes = new CaseIndexes(gitDir, join(options.cache, repository));
  for (const { commit, parent, at, title, body } of (
    await mineFixCommits(gitDir, Number(options.cases))
  ).toReversed()) {
    const index = await indexes.at(parent);
    const [commits] = index.commits;
    if (!commits) continue;
    const table = peopleTable(index, { beforeSeconds: at });
    const startedAt = performance.now();
    const values = personValues(index, table, expertQueryOf(index, { title, body, beforeSeconds: at }));
    const milliseconds = performance.now() - startedAt;
    questions.push({ repository, table, values, right: rightPeople(commits, commit), milliseconds });
  }
}

/** The author, mergers and reviewers of a fix. Bots are never a correct answer, nor is the author as merger or reviewer. */
function rightPeople({ table }: OpenedCommits, hash: string): Question["right"] {
  const [commit = -1] = table.withHash(hash, 1);
  const author = table.author(commit);
  const isOther = (who: Who): boolean => who.name !== author.name && who.email !== author.email;
  const human = (people: readonly Who[]): Who[] => people.filter(({ name, email }) => !isBotAccount(name, email));
  const credited = (kinds: readonly string[]): Who[] =>
    table.trailers(commit).flatMap(({ kind, person }) => (kinds.includes(kind) ? [table.person(person)] : []));
  const merge = mergeOf(table, commit);
  const mergers = [...(merge >= 0 ? [table.author(merge)] : []), table.person(table.committers[commit] ?? 0)];
  return {
    fixer: human([author]),
    reviewer: human(credited(["review", "signOff", "coAuthor"])).filter(isOther),
    merger: human(mergers).filter(isOther),
  };
}

/** The merge whose second parent is the commit, or its child, and so on for a short branch. */
function mergeOf(table: OpenedCommits["table"], commit: number): number {
  for (let newer = commit - 1, tip = commit; newer >= Math.max(0, commit - 60); newer--) {
    if (table.parent(newer, 1) === tip) return newer;
    if (table.parent(newer, 0) === tip && !table.isMerge(newer)) tip = newer;
  }
  return -1;
}

type Ranker = (question: Question) => readonly Who[];
const withWeights =
  (weights: ExpertWeights): Ranker =>
  ({ table, values }) =>
    rankValues(table, values, weights)
      .slice(0, 10)
      .flatMap(({ person }) => table.people[person] ?? []);
/** The people with the most recent commits, independent of the question. */
const mostActive: Ranker = ({ table, values }) =>
  Array.from(values.activity180d.keys())
    .sort((a, b) => (values.activity180d[b] ?? 0) - (values.activity180d[a] ?? 0))
    .slice(0, 10)
    .flatMap((person) => table.people[person] ?? []);

const isSame = (a: Who, b: Who): boolean =>
  a.name.toLowerCase() === b.name.toLowerCase() || a.email.toLowerCase() === b.email.toLowerCase();

/** A person whose first contribution this was cannot be in a ranking made before it. */
const isKnown = ({ table }: Question, right: readonly Who[]): boolean =>
  right.some((expert) =>
    table.people.some((who, person) => (table.lastActive[person] ?? 0) > 0 && isSame(expert, who)),
  );

/** @param known leave out questions whose only correct answers are new people */
function scoresOf(ranker: Ranker, questions: readonly Question[], knownOnly: boolean): Record<Role, Scores> {
  const scores = { fixer: new Scores(), reviewer: new Scores(), merger: new Scores() };
  for (const question of questions) {
    const ranked = ranker(question);
    for (const role of ROLES) {
      const right = question.right[role];
      if (right.length === 0 || (knownOnly && !isKnown(question, right))) continue;
      // One name for all correct people, so that the first of them counts.
      const list = ranked.map((who) => (right.some((expert) => isSame(who, expert)) ? "right" : who.email));
      scores[role].add(list, ["right"], question.milliseconds);
    }
  }
  return scores;
}

function print(name: string, ranker: string, questions: readonly Question[], rank: Ranker): void {
  for (const knownOnly of [false, true])
    for (const [role, scores] of Object.entries(scoresOf(rank, questions, knownOnly)))
      process.stdout.write(
        `${name.padEnd(28)} ${ranker.padEnd(7)} ${knownOnly ? "known" : "all  "} ${role.padEnd(9)} ${scores.line()}\n`,
      );
}

const repositories = [...new Set(questions.map(({ repository }) => repository))];
for (const name of [...repositories, "all"]) {
  const ofRepository = questions.filter(({ repository }) => name === "all" || repository === name);
  print(name, "active", ofRepository, mostActive);
  print(name, "engine", ofRepository, withWeights(EXPERT_WEIGHTS));
  for (const role of EXPERT_ROLES) print(name, role, ofRepository, withWeights(ROLE_WEIGHTS[role]));
}

writeOutcomes(
  options.outcomes,
  Object.entries({ active: mostActive, engine: withWeights(EXPERT_WEIGHTS) }).flatMap(([name, ranker]) =>
    Object.entries(scoresOf(ranker, questions, true)).map(([role, scores]) => [`${name} ${role}`, scores] as const),
  ),
);

/** The weight of each role in the objective. */
const AIMS: Readonly<Record<string, readonly number[]>> = {
  both: [1, 0.5, 0.5],
  fixer: [1, 0, 0],
  reviewer: [0, 1, 0.5],
};

if (options.tune) for (const [name, aim] of Object.entries(AIMS)) tune(name, aim);

/** A question as input of the fit: for each relevant person the features, the factor for absence, and their roles. */
interface Prepared {
  readonly repository: string;
  readonly people: readonly { values: Float64Array; factor: number; email: string; roles: readonly boolean[] }[];
  readonly hasRelevant: readonly boolean[];
}

function prepared({ repository, table, values, right }: Question): Prepared {
  const maximum = FEATURE_IDS.map((name) => values[name].reduce((maximum, value) => Math.max(maximum, value), 1e-12));
  const people = table.people.flatMap((who, person) => {
    if (who.isBot) return [];
    const features = Float64Array.from(FEATURE_IDS, (name, at) => (values[name][person] ?? 0) / (maximum[at] ?? 1));
    if (features.every((value) => value === 0)) return [];
    const roles = ROLES.map((role) => right[role].some((expert) => isSame(expert, who)));
    return [{ values: features, factor: inactivityFactor(inactiveWeeks(table, person)), email: who.email, roles }];
  });
  return { repository, people, hasRelevant: ROLES.map((role) => right[role].length > 0) };
}

/** The objective: hit@1, hit@5 and the reciprocal rank of fixers, reviewers and mergers, mean over repositories. */
function quality(weights: readonly number[], all: readonly Prepared[], aim: readonly number[]): number {
  const sums = new Map<string, { hits: number; all: number }>();
  for (const { repository, people, hasRelevant } of all) {
    const scores = people.map(({ values, factor }) => {
      let score = 0;
      for (let at = 0; at < values.length; at++) score += (weights[at] ?? 0) * (values[at] ?? 0);
      return score * factor;
    });
    const sum = sums.get(repository) ?? { hits: 0, all: 0 };
    sums.set(repository, sum);
    hasRelevant.forEach((isRequested, role) => {
      if (!isRequested) return;
      const share = aim[role] ?? 0;
      if (share === 0) return;
      let best = -1;
      people.forEach(({ roles }, at) => {
        if (roles[role] && (best < 0 || (scores[at] ?? 0) > (scores[best] ?? 0))) best = at;
      });
      // A person without earlier contributions cannot be ranked.
      if (best < 0) return;
      const rank = scores.reduce((count, score) => count + (score > (scores[best] ?? 0) ? 1 : 0), 0);
      sum.all += share;
      sum.hits += share * ((rank < 1 ? 0.4 : 0) + (rank < 5 ? 0.4 : 0) + 0.2 / (rank + 1));
    });
  }
  const means = [...sums.values()].filter((sum) => sum.all > 0).map((sum) => sum.hits / sum.all);
  return means.reduce((sum, mean) => sum + mean, 0) / Math.max(1, means.length);
}

/** Coordinate ascent over the weights; then the same with each repository left out, to measure the noise. */
function tune(aimed: string, aim: readonly number[]): void {
  const all = questions.map(prepared);
  const start = FEATURE_IDS.map((name) => EXPERT_WEIGHTS[name]);
  const walk = (questions: readonly Prepared[]): number[] => {
    let weights = start;
    let best = quality(weights, questions, aim);
    for (let round = 0; round < 6; round++) {
      const before = best;
      for (let at = 0; at < weights.length; at++) {
        for (const factor of [0, 0.5, 0.8, 1.25, 2]) {
          const old = weights[at] ?? 0;
          const next = weights.with(at, old === 0 ? factor * 0.3 : old * factor);
          const reached = quality(next, questions, aim);
          if (reached > best + 0.0005) [best, weights] = [reached, next];
        }
      }
      if (best - before < 0.001) break;
    }
    return weights;
  };
  const report = (name: string, weights: readonly number[], questions: readonly Prepared[]): void => {
    const shown = FEATURE_IDS.map((feature, at) => `${feature} ${(weights[at] ?? 0).toFixed(2)}`).join(", ");
    process.stdout.write(
      `${name}: ${quality(start, questions, aim).toFixed(4)} -> ${quality(weights, questions, aim).toFixed(4)}  ${shown}\n`,
    );
  };
  for (const omitted of repositories) {
    const fitted = walk(all.filter(({ repository }) => repository !== omitted));
    report(
      `${aimed}, without ${omitted}`,
      fitted,
      all.filter(({ repository }) => repository === omitted),
    );
  }
  const fitted = walk(all);
  report(`${aimed}, fitted on all`, fitted, all);
  const weights = Object.fromEntries(FEATURE_IDS.map((name, at) => [name, fitted[at] ?? 0])) as ExpertWeights;
  print(aimed, "fitted", questions, withWeights(weights));
}
