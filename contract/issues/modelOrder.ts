/** The likely files of a report in the order of the company's model, and how that order does on the project's own past. */
import { z } from "zod";
import { Id, Slug, SourcePath, Timestamp } from "../fieldSchemas.ts";

/** Shares (0 to 1) of the cases whose first right answer was among the first 1, 3, 5 and 10, and its mean reciprocal rank. */
export const OrderFigures = z.object({
  hit_1: z.number(),
  hit_3: z.number(),
  hit_5: z.number(),
  hit_10: z.number(),
  mrr: z.number(),
});
export type OrderFigures = z.infer<typeof OrderFigures>;

/** Both orders of the same answers. */
export const OrderComparison = z.object({
  cases: z.int().nonnegative(),
  ours: OrderFigures,
  model: OrderFigures,
  /** The difference of the mean reciprocal ranks, and its 95 % interval. */
  difference: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
});
export type OrderComparison = z.infer<typeof OrderComparison>;

export const ModelOrderResult = z.object({
  files: OrderComparison,
  /** The comparison over the cases whose fix changed functions that existed before it; null without such a case. */
  functions: OrderComparison.nullable(),
  /** Cases in which Clew's order stayed, because the answer was no order of all files, or because none came. */
  fallbacks: z.object({ invalid: z.int().nonnegative(), failed: z.int().nonnegative() }),
});
export type ModelOrderResult = z.infer<typeof ModelOrderResult>;

export const ModelOrderRun = z.object({
  id: Id,
  state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  started_by: z.string().nullable(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
  host: z.string(),
  model: z.string(),
  done: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
  error: z.string().nullable(),
  /** What was used until now. Answers that were stored before cost nothing. */
  requests: z.int().nonnegative(),
  tokens: z.int().nonnegative(),
  cost: z.number().nonnegative().nullable(),
  result: ModelOrderResult.nullable(),
});
export type ModelOrderRun = z.infer<typeof ModelOrderRun>;

export const ModelOrderState = z.object({
  /** Null while the company has no model that users may ask. */
  model: z.object({ host: z.string(), model: z.string() }).nullable(),
  is_on: z.boolean(),
  /** Why it was turned off by itself. */
  off_reason: z.string().nullable(),
  /** Why it cannot be turned on; null where it can. */
  refusal: z.string().nullable(),
  run: ModelOrderRun.nullable(),
});
export type ModelOrderState = z.infer<typeof ModelOrderState>;

export const ModelOrderEstimate = z.object({
  /** Fixed issues that would be asked about. */
  cases: z.int().nonnegative(),
  requests: z.int().nonnegative(),
  /** Tokens that are sent, estimated from some of the cases, and those that all answers may have. */
  tokens: z.int().nonnegative(),
  answer_tokens: z.int().nonnegative(),
  /** Cost of `tokens` and `answer_tokens` by the prices of the settings; null without prices. */
  cost: z.number().nonnegative().nullable(),
  /** One of the requests as it would be sent, with its tokens; null where there is none. */
  sample: z.object({ body: z.string(), tokens: z.int().nonnegative() }).nullable(),
});
export type ModelOrderEstimate = z.infer<typeof ModelOrderEstimate>;

export const ModelOrderQuery = z.object({ project: Slug });
export const SetModelOrderBody = z.object({ project: Slug, is_on: z.boolean() });

/** An issue of the project, or a text. */
export const OrderFilesBody = z.object({
  project: Slug,
  issue: Id.nullable().default(null),
  title: z.string().max(500).default(""),
  text: z.string().max(60_000).default(""),
});
export type OrderFilesBody = z.infer<typeof OrderFilesBody>;

export const OrderedFiles = z.object({
  /** The name of the model; null where it is off, and nothing was sent. */
  model: z.string().nullable(),
  /** The first files of the localization in the order of the model, each with its rank in the localization, from 1; null where Clew's order stays. */
  files: z.array(z.object({ repository: Id, path: SourcePath, rank: z.int().positive() })).nullable(),
  /** Why there is no order although it is on. */
  note: z.string().nullable(),
});
export type OrderedFiles = z.infer<typeof OrderedFiles>;
