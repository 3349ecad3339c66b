/**
 * Are the people who fixed, merged or reviewed a change among those recommended? Mines fixes of the repositories given and ranks, in
 * one run, with the engine and by who was most active lately. Nothing at or after the fix is looked at, not even whose aliases belong
 * together: a person is right when the name or the address under which they are recommended is the one of the fix.
 *
 *     node bench/experts.ts --cases 60 --cache /tmp/bench [--tune] DIR [DIR …]      DIR: bare git repositories
 */
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { OpenedCommits } from "../server/index/indexStore.ts";
import { findGitDir } from "../server/index/gitRead.ts";
import { personValues, type PersonValues } from "../server/engines/experts/features.ts";
import { isBot } from "../server/engines/experts/bots.ts";
import { type PeopleTable, peopleTable } from "../server/engines/experts/peopleTable.ts";
import { filesOfText, rankValues, termsOfText } from "../server/engines/experts/rankPeople.ts";
import {
  EXPERT_FEATURE_NAMES,
  EXPERT_WEIGHTS,
  type ExpertFeature,
  type ExpertWeights,
} from "../server/engines/experts/weights.ts";
import { CaseIndexes } from "./caseIndex.ts";
import { mineCases } from "./mine.ts";
import { Scores } from "./scores.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: "string", default: "60" },
    cache: { type: "string", default: "/tmp/clew-bench" },
    tune: { type: "boolean", default: false },
  },
});
if (positionals.length === 0) {
  process.stderr.write("Name at least one git repository.\n");
  process.exit(2);
}

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
  const repository = basename(folder) === "repo" ? basename(dirname(folder)) : basename(folder);
  const indexes = new CaseIndexes(gitDir, join(options.cache, repository));
  for (const { commit, parent, at, title, body } of (await mineCases(gitDir, Number(options.cases))).toReversed()) {
    const index = await indexes.at(parent);
    const [commits] = index.commits;
    if (!commits) continue;
    const table = peopleTable(index, at);
    const startedAt = performance.now();
    const files = filesOfText(index, title, body, at);
    const values = personValues(index, table, {
      files,
      terms: termsOfText(title, body),
      before: at,
      issues: new Map(),
    });
    const milliseconds = performance.now() - startedAt;
    questions.push({ repository, table, values, right: rightPeople(commits, commit), milliseconds });
  }
}

/** Who wrote, merged and reviewed a fix. Programs, and an author who merged alone, are nobody's right answer. */
function rightPeople({ table }: OpenedCommits, hash: string): Question["right"] {
  const [commit = -1] = table.withHash(hash, 1);
  const author = table.author(commit);
  const isOther = (who: Who): boolean => who.name !== author.name && who.email !== author.email;
  const human = (people: readonly Who[]): Who[] => people.filter(({ name, email }) => !isBot(name, email));
  const credited = (kinds: readonly string[]): Who[] =>
    table.credits(commit).flatMap(({ kind, person }) => (kinds.includes(kind) ? [table.person(person)] : []));
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
/** The people with the most commits of late, whatever the question. */
const mostActive: Ranker = ({ table, values }) =>
  Array.from(values.activity.keys())
    .sort((a, b) => (values.activity[b] ?? 0) - (values.activity[a] ?? 0))
    .slice(0, 10)
    .flatMap((person) => table.people[person] ?? []);

const isSame = (a: Who, b: Who): boolean =>
  a.name.toLowerCase() === b.name.toLowerCase() || a.email.toLowerCase() === b.email.toLowerCase();

function scoresOf(ranker: Ranker, asked: readonly Question[]): Record<Role, Scores> {
  const scores = { fixer: new Scores(), reviewer: new Scores(), merger: new Scores() };
  for (const question of asked) {
    const ranked = ranker(question);
    for (const role of ROLES) {
      const right = question.right[role];
      if (right.length === 0) continue;
      // One name for everybody who is right, so that the first of them counts.
      const list = ranked.map((who) => (right.some((one) => isSame(who, one)) ? "right" : who.email));
      scores[role].add(list, ["right"], question.milliseconds);
    }
  }
  return scores;
}

function print(name: string, ranker: string, asked: readonly Question[], rank: Ranker): void {
  for (const [role, scores] of Object.entries(scoresOf(rank, asked)))
    process.stdout.write(`${name.padEnd(28)} ${ranker.padEnd(7)} ${role.padEnd(9)} ${scores.line()}\n`);
}

const repositories = [...new Set(questions.map(({ repository }) => repository))];
for (const name of [...repositories, "all"]) {
  const asked = questions.filter(({ repository }) => name === "all" || repository === name);
  print(name, "active", asked, mostActive);
  print(name, "engine", asked, withWeights(EXPERT_WEIGHTS));
}
if (options.tune) tune();

/** What is fitted: hit@1 and hit@5 of fixers and of who passed the fix on, mean over repositories, so that a large one is no more than one. */
function quality(weights: ExpertWeights, asked: readonly Question[]): number {
  const names = [...new Set(asked.map(({ repository }) => repository))];
  let sum = 0;
  for (const name of names) {
    let hits = 0;
    let all = 0;
    for (const question of asked) {
      if (question.repository !== name) continue;
      const ranked = withWeights(weights)(question);
      for (const [role, share] of [
        ["fixer", 1],
        ["reviewer", 0.5],
        ["merger", 0.5],
      ] as const) {
        const right = question.right[role];
        if (right.length === 0) continue;
        const rank = ranked.findIndex((who) => right.some((one) => isSame(who, one)));
        all += share;
        hits += share * (rank < 0 ? 0 : (rank < 1 ? 0.4 : 0) + (rank < 5 ? 0.4 : 0) + 0.2 / (rank + 1));
      }
    }
    sum += hits / Math.max(1, all);
  }
  return sum / Math.max(1, names.length);
}

/** Walks each weight up and down as long as that helps; then the same with each repository left out, to see what is noise. */
function tune(): void {
  const walk = (asked: readonly Question[]): ExpertWeights => {
    let weights: Record<ExpertFeature, number> = { ...EXPERT_WEIGHTS };
    let best = quality(weights, asked);
    for (let round = 0; round < 4; round++) {
      const before = best;
      for (const name of EXPERT_FEATURE_NAMES) {
        for (const factor of [0, 0.5, 0.75, 1.35, 2]) {
          const next = { ...weights, [name]: weights[name] === 0 ? factor * 0.3 : weights[name] * factor };
          const reached = quality(next, asked);
          if (reached > best + 0.0005) [best, weights] = [reached, next];
        }
      }
      if (best - before < 0.001) break;
    }
    return weights;
  };
  const report = (name: string, weights: ExpertWeights, asked: readonly Question[]): void => {
    const shown = EXPERT_FEATURE_NAMES.map((feature) => `${feature} ${weights[feature].toFixed(2)}`).join(", ");
    process.stdout.write(
      `${name}: ${quality(EXPERT_WEIGHTS, asked).toFixed(4)} -> ${quality(weights, asked).toFixed(4)}  ${shown}\n`,
    );
  };
  for (const left of repositories) {
    const fitted = walk(questions.filter(({ repository }) => repository !== left));
    report(
      `without ${left}`,
      fitted,
      questions.filter(({ repository }) => repository === left),
    );
  }
  const fitted = walk(questions);
  report("fitted on all", fitted, questions);
  print("all", "fitted", questions, withWeights(fitted));
}
