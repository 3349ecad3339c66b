/** Results of the engines on the project's own history. */
import { z } from "zod";
import { LearnedAccuracy } from "./analysis.ts";
import { Id, Timestamp } from "../fieldSchemas.ts";

/** Shares (0 to 1) of the cases whose files were ALL within the first 1, 3, 5 and 10, and the mean reciprocal rank of the first right file. */
export const FileFigures = z.object({
  acc_1: z.number(),
  acc_3: z.number(),
  acc_5: z.number(),
  acc_10: z.number(),
  mrr: z.number(),
});
export type FileFigures = z.infer<typeof FileFigures>;

/** Shares of the cases in which the person who fixed it was within the first 1, 3 and 5. */
export const PeopleFigures = z.object({ hit_1: z.number(), hit_3: z.number(), hit_5: z.number() });
export type PeopleFigures = z.infer<typeof PeopleFigures>;

export const BacktestCase = z.object({
  issue: Id,
  /** How the address of its page names it. A stored case has none: trackers may have been linked since. */
  address: z.string().optional(),
  key: z.string(),
  title: z.string(),
  reported_at: Timestamp,
  /** The commit that fixed it; the code is read as of its parent. */
  commit: z.string(),
  /** Files of the fix. */
  files: z.array(z.string()),
  /** Rank of the first correct file, from 1; null when it is not among the first hundred. */
  rank: z.number().int().positive().nullable(),
  plain_rank: z.number().int().positive().nullable(),
});
export type BacktestCase = z.infer<typeof BacktestCase>;

export const BacktestResult = z.object({
  cases: z.number().int().nonnegative(),
  /** Null without any case. */
  localize: z.object({ engine: FileFigures, plain: FileFigures }).nullable(),
  /** Null when no fixer could be identified. `plain` always predicts the people with the most commits. */
  experts: z.object({ cases: z.number().int(), engine: PeopleFigures, plain: PeopleFigures }).nullable(),
  type: LearnedAccuracy.nullable(),
  /** Fixed issues that were skipped, by reason. */
  skipped: z.object({
    no_commit: z.number().int(),
    no_code: z.number().int(),
    too_wide: z.number().int(),
  }),
  rows: z.array(BacktestCase),
  took_ms: z.number().nonnegative(),
});
export type BacktestResult = z.infer<typeof BacktestResult>;

export const Backtest = z.object({
  id: Id,
  state: z.enum(["queued", "running", "done", "failed"]),
  started_by: z.string().nullable(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().nullable(),
  error: z.string().nullable(),
  result: BacktestResult.nullable(),
});
export type Backtest = z.infer<typeof Backtest>;

/** The newest run first; those before it are kept without their rows. */
export const Backtests = z.array(Backtest);
