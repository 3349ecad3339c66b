/** What is kept of a project's rows between two questions, and how a reading of them begins. Times are milliseconds since 1970. */
import type { Db } from "../../db/openDb.ts";
import type { Names } from "./Names.ts";
import type { CommitRow } from "./readCommitRows.ts";
import type { IssueRow } from "./readIssueRows.ts";
import type { RequestRow } from "./readRequestRows.ts";
import type { Marks, Micros } from "./rowPages.ts";

export interface Closing {
  readonly at: number;
  /** Opened again at any time after it. */
  readonly isReopened: boolean;
}
export interface Stay {
  readonly state: number;
  readonly from: number;
  readonly to: number;
}
/** When an account first said something. */
export interface Word {
  readonly account: number;
  readonly at: number;
}

export interface KnownIssue extends Omit<IssueRow, "author" | "labels" | "type"> {
  /** Places of names, as in all of these; -1: none. */
  readonly author: number;
  readonly labels: readonly number[];
  type: number;
  assignees: readonly number[];
  words: readonly Word[];
  closings: readonly Closing[];
  stays: readonly Stay[];
  hasEvents: boolean;
}

export interface KnownRequest extends Omit<RequestRow, "author"> {
  readonly author: number;
  words: readonly Word[];
  /** Lines; NaN where its files have not been read, or have none that are counted. */
  size: number;
}

/** Commits of one repository. */
export interface KnownCommits {
  readonly rows: readonly CommitRow[];
  readonly uncounted: readonly number[];
}

export interface ProjectRows {
  readonly accounts: Names;
  readonly labels: Names;
  readonly types: Names;
  readonly states: Names;
  readonly issues: ReadonlyMap<string, KnownIssue>;
  readonly requests: ReadonlyMap<string, KnownRequest>;
  readonly commits: ReadonlyMap<string, KnownCommits>;
  /** Newest comment and event that have been looked at, and newest type. */
  readonly seen: {
    readonly comment: string;
    readonly event: string;
    readonly type: Micros;
    /** Ids of those of the last minute, which will be seen once more. */
    readonly recent: ReadonlySet<string>;
  };
  /** How many issues, requests and commits this reading took from the database. */
  readonly read: number;
}

/** What a reading asks, and the names that its rows stand for. */
export interface Reading {
  readonly db: Db;
  readonly projectId: string;
  readonly sources: readonly string[];
  readonly names: Pick<ProjectRows, "accounts" | "labels" | "types" | "states">;
}

/** Of each source the newest change that is known, from which on it is read again. */
export function marksOf(
  sources: readonly string[],
  rows: Iterable<{ readonly source: string; readonly updatedAt: Micros }>,
): Marks {
  const marks = new Map<string, Micros>(sources.map((source) => [source, 0]));
  for (const { source, updatedAt } of rows) {
    if (updatedAt > (marks.get(source) ?? Infinity)) marks.set(source, updatedAt);
  }
  return marks;
}

export const milliseconds = (micros: Micros): number => Math.floor(micros / 1000);

export const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
