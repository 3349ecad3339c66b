import { secondsOf, YEAR_SECONDS } from "../../../contract/durations.ts";
import type { BacktestCase, BacktestResult } from "../../../contract/issues/backtest.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { labelModelsOf } from "../analyze/labelModels.ts";
import { type PeopleTable, peopleTable } from "../identities/peopleTable.ts";
import { expertQueryOf } from "../experts/questions.ts";
import { rankPeople } from "../experts/rankPeople.ts";
import { rankIssuePaths } from "../localize/localize.ts";
import { type FixedCase, fixedCases } from "./minedCases.ts";
import { PastCode, type PastCodeInput } from "./PastCode.ts";
import { FileCounter, PeopleCounter } from "./accuracyCounters.ts";
import { bm25Baseline } from "./bm25Baseline.ts";

export interface BacktestInput extends PastCodeInput {
  /** Texts of issues as they were written, without comments, by id. */
  readonly bodiesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly onProgress: (done: number, total: number) => void;
  readonly cases: number;
}

const RANKING_DEPTH = 100;

/**
 * Runs the engines on the last fixed issues of a project and compares the answers with the actual fixes.
 *
 * To prevent leakage, the code of the fix's repository is indexed at the parent of the first fix (built incrementally from the case before,
 * so that sixty cases cost little more than one), commits and issues at or after the report are excluded, and comments are not read. Two
 * leaks remain: a report edited later is read in its current form, and term frequencies of the history count all of it.
 */
export async function runBacktest(input: BacktestInput): Promise<BacktestResult> {
  const startedAt = performance.now();
  const { index, onProgress } = input;
  const { cases, skipped } = fixedCases(index, input.cases);
  const table = index.issues?.table;
  const bodies = await input.bodiesOf(cases.map(({ issue }) => table?.id(issue) ?? ""));
  const past = new PastCode(input);
  const files = { engine: new FileCounter(), plain: new FileCounter() };
  const people = { engine: new PeopleCounter(), plain: new PeopleCounter() };
  const rows: BacktestCase[] = [];
  let noCode = 0;
  onProgress(0, cases.length);
  for (const [at, testCase] of cases.entries()) {
    const commits = index.commits[testCase.member];
    const then = commits && (await past.at(commits.part.source, commits.table.hash(testCase.commit)));
    const row = table?.row(testCase.issue);
    const right = then ? testCase.files.filter((path) => (then.code[0]?.files.find(path) ?? -1) >= 0) : [];
    if (!commits || !then || !row || right.length === 0) noCode++;
    else {
      const report = { title: row.title, body: bodies.get(row.id) ?? "" };
      const ranked = rankIssuePaths(then, { ...report, beforeMs: testCase.reportedAtMs }, RANKING_DEPTH).map(
        ({ path }) => path,
      );
      const plain = bm25Baseline(then, report.title, report.body, RANKING_DEPTH);
      rows.push({
        issue: row.id,
        key: row.key,
        title: row.title,
        reported_at: new Date(testCase.reportedAtMs).toISOString(),
        commit: commits.table.hash(testCase.commit),
        files: right,
        rank: files.engine.add(ranked, right),
        plain_rank: files.plain.add(plain, right),
      });
      predictFixer(index, then, testCase, report, people);
    }
    onProgress(at + 1, cases.length);
  }
  const learning = index.issues && labelModelsOf(index.issues).type.learning;
  return {
    cases: rows.length,
    localize: rows.length === 0 ? null : { engine: files.engine.figures(), plain: files.plain.figures() },
    experts:
      people.engine.cases === 0
        ? null
        : { cases: people.engine.cases, engine: people.engine.figures(), plain: people.plain.figures() },
    type: learning && typeof learning !== "string" ? learning.accuracy : null,
    skipped: { ...skipped, no_code: noCode },
    rows: rows.toReversed(),
    took_ms: performance.now() - startedAt,
  };
}

/** The person who wrote the fix against those whom the engine names, and against the busiest people of the year before. */
function predictFixer(
  index: OpenedIndex,
  then: OpenedIndex,
  { member, commit, reportedAtMs }: FixedCase,
  report: { readonly title: string; readonly body: string },
  counters: { readonly engine: PeopleCounter; readonly plain: PeopleCounter },
): void {
  const beforeSeconds = secondsOf(reportedAtMs);
  const author = index.commits[member]?.table.author(commit);
  if (!author) return;
  const table = peopleTable(then, { beforeSeconds });
  const fixer = table.find(author);
  // A fix by a bot has no author to predict.
  if (fixer >= 0 && table.people[fixer]?.isBot) return;
  const ranked = rankPeople(then, expertQueryOf(then, { ...report, beforeSeconds }), table).map(({ person }) => person);
  counters.engine.add(ranked, fixer < 0 ? -2 : fixer);
  counters.plain.add(busiest(table, beforeSeconds), fixer < 0 ? -2 : fixer);
}

function busiest(table: PeopleTable, beforeSeconds: number): number[] {
  const counts = new Map<number, number>();
  for (const { commits, authors } of table.histories) {
    for (let commit = 0; commit < commits.table.length; commit++) {
      const time = commits.table.times[commit] ?? 0;
      const person = authors[commit] ?? -1;
      if (time >= beforeSeconds || time < beforeSeconds - YEAR_SECONDS || person < 0 || table.people[person]?.isBot)
        continue;
      counts.set(person, (counts.get(person) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([person]) => person);
}
