/** Own metrics: what is counted, by which time, with which filters, groups and value, or a formula over other metrics. */
import { z } from "zod";
import { TEXT_LIMITS } from "../constants.ts";
import { Id, PageQuery, Slug, Timestamp, repeated } from "../fieldSchemas.ts";
import { Granularity, InsightBucket, InsightPeriod, withAllowedPair } from "./insights.ts";
import {
  aggregatesOf,
  COUNTABLE_NAMES,
  COUNTABLES,
  FIELD_GROUP_CHARS,
  FORMULA_UNITS,
  fieldOfGroup,
  isOfPeriod,
  OWN_METRIC_FILE,
  OWN_METRIC_GROUPS,
  OWN_METRIC_LIMITS,
  OWN_METRIC_NUMBERS,
  OWN_METRIC_TIMES,
  OWN_METRIC_UNITS,
  OWN_TARGET_VERDICTS,
} from "./ownMetricRules.ts";

/** A condition in the query language, without words. */
const RowFilter = z.string().trim().max(OWN_METRIC_LIMITS.filterChars);
const Time = z.enum(OWN_METRIC_TIMES);

/** A number of a row, or the hours between two of its times. */
const RowValue = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("number"), name: z.enum(OWN_METRIC_NUMBERS) }),
  z.object({ kind: z.literal("between"), from: Time, to: Time }),
]);
export type RowValue = z.infer<typeof RowValue>;

/**
 * What the rows of a span become. `share`: the part of the rows that `part` also keeps. `followed`: the part of the releases after which
 * an issue that fits `issues` was opened before the next release. An issue follows one release, so that no share exceeds 1.
 */
const Aggregate = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("count") }),
  z.object({ kind: z.literal("per_week") }),
  z.object({ kind: z.literal("share"), part: RowFilter.min(1, "field.required") }),
  z.object({ kind: z.literal("followed"), issues: RowFilter.min(1, "field.required") }),
  z.object({ kind: z.literal("sum"), of: RowValue }),
  z.object({ kind: z.literal("average"), of: RowValue }),
  z.object({ kind: z.literal("median"), of: RowValue }),
  z.object({ kind: z.literal("percentile"), p: z.number().int().min(1).max(99), of: RowValue }),
]);
export type Aggregate = z.infer<typeof Aggregate>;

/** A group, or a custom field that is one of its options, by its name: `field:Team`. */
const By = z.union([
  z.enum(OWN_METRIC_GROUPS),
  // The type says what the expression demands: the guards of answers have no schema of such a text.
  z
    .string()
    .max(FIELD_GROUP_CHARS)
    .regex(/^field:./s) as unknown as z.ZodType<`field:${string}`, `field:${string}`>,
]);

const RowsDefinition = z.object({
  kind: z.literal("rows"),
  of: z.enum(COUNTABLE_NAMES),
  at: Time,
  filter: RowFilter,
  by: By.nullable(),
  value: Aggregate,
});
export type RowsDefinition = z.infer<typeof RowsDefinition>;
/** `+ - * /`, parentheses, numbers, and names of metrics in brackets. */
const FormulaDefinition = z.object({
  kind: z.literal("formula"),
  text: z.string().trim().min(1, "field.required").max(OWN_METRIC_LIMITS.formulaChars),
  unit: z.enum(FORMULA_UNITS),
});
export type FormulaDefinition = z.infer<typeof FormulaDefinition>;

/** A definition as it is stored. */
export const OwnMetricDefinition = z.discriminatedUnion("kind", [RowsDefinition, FormulaDefinition]);
export type OwnMetricDefinition = z.infer<typeof OwnMetricDefinition>;

/** The times, numbers, groups and kinds of value that the rows of a definition do not have, by the field that names them. */
export function missingInRows({ of, at, by, value }: RowsDefinition): (readonly string[])[] {
  const { times, numbers, groups, hasFields } = COUNTABLES[of];
  const has = (list: readonly string[], name: string): boolean => list.includes(name);
  const measured = "of" in value ? value.of : null;
  return [
    ...(has(times, at) ? [] : [["at"]]),
    ...(has(aggregatesOf(of), value.kind) ? [] : [["value", "kind"]]),
    ...(by === null || (fieldOfGroup(by) === null ? has(groups, by) : hasFields) ? [] : [["by"]]),
    ...(measured?.kind !== "number" || has(numbers, measured.name) ? [] : [["value", "of", "name"]]),
    ...(measured?.kind !== "between" || has(times, measured.from) ? [] : [["value", "of", "from"]]),
    ...(measured?.kind !== "between" || (has(times, measured.to) && measured.from !== measured.to)
      ? []
      : [["value", "of", "to"]]),
  ];
}

const SentDefinition = OwnMetricDefinition.superRefine((definition, context) => {
  if (definition.kind === "formula") return;
  for (const path of missingInRows(definition))
    context.addIssue({ code: "custom", path: [...path], message: "own_metric.not_of_rows" });
});

/** At most or at least, in the unit of the metric. */
const Target = z.object({ is: z.enum(["at_most", "at_least"]), value: z.number().min(-1e9).max(1e9) });
const metric = {
  /** Formulas name it in brackets. */
  name: z
    .string()
    .trim()
    .min(1, "field.required")
    .max(TEXT_LIMITS.name)
    .regex(/^[^[\]]*$/, "own_metric.brackets"),
  definition: SentDefinition,
  target: Target.nullable(),
};
const withFittingTarget = <T extends z.ZodType<{ definition: OwnMetricDefinition; target: object | null }>>(
  schema: T,
) =>
  schema.superRefine(({ definition, target }, context) => {
    if (target !== null && definition.kind === "rows" && isOfPeriod(definition.value.kind))
      context.addIssue({ code: "custom", path: ["target"], message: "own_metric.target_of_period" });
  });

/** `project`: the project whose members see it; null: all of the company. */
export const NewOwnMetricBody = withFittingTarget(z.object({ project: Slug.nullable(), ...metric }));
export const OwnMetricUpdate = withFittingTarget(z.object(metric));
export type OwnMetricDraft = z.infer<typeof OwnMetricUpdate>;
/** An exported metric. */
export const OwnMetricFile = withFittingTarget(
  z.object({
    format: z.literal(OWN_METRIC_FILE.format, "own_metric.not_a_file"),
    version: z.literal(OWN_METRIC_FILE.version, "own_metric.file_version"),
    project: Slug.nullable(),
    ...metric,
  }),
);

export const OwnMetric = z.object({
  id: Id,
  name: z.string(),
  /** Null: of the company. */
  project: z.object({ slug: Slug, name: z.string() }).nullable(),
  /** Null where it cannot be read: a newer version has stored it. */
  definition: OwnMetricDefinition.nullable(),
  target: Target.nullable(),
  /** Name of the user who created it; null where the account is gone. */
  owner: z.string().nullable(),
  can_change: z.boolean(),
  updated_at: Timestamp,
});
export type OwnMetric = z.infer<typeof OwnMetric>;
/** Omitted: of the company and of all projects of the caller; otherwise of the company and of that project. */
export const OwnMetricsQuery = z.object({ project: Slug.optional() });

const valuesFields = { project: repeated(Slug), period: InsightPeriod, granularity: Granularity };
export const OwnMetricValuesQuery = withAllowedPair(z.object(valuesFields));
/** A definition that is not stored. `scope`: the project whose metrics a formula may name, besides those of the company. */
export const OwnMetricPreviewBody = withAllowedPair(
  z.object({
    period: InsightPeriod,
    granularity: Granularity,
    project: z.array(Slug).max(100),
    scope: Slug.nullable(),
    name: z.string().max(TEXT_LIMITS.name),
    definition: SentDefinition,
    target: Target.nullable(),
  }),
);
/** The rows of one bucket, of the whole period without one; of one group or of all. `count` equals the point's `n`. */
export const OwnMetricRowsQuery = withAllowedPair(
  z.object({ ...valuesFields, bucket: z.iso.date().optional(), group: z.string().max(200).optional(), ...PageQuery }),
);

const Point = z.object({ value: z.number().nullable(), n: z.number().int().nonnegative() });
const OwnMetricSeries = z.object({
  /** What the rows have in common; null: all rows; empty: those that have none. */
  group: z.string().nullable(),
  name: z.string(),
  /** One per bucket; null without a value: a gap, never 0. */
  values: z.array(z.number().nullable()),
  n: z.array(z.number().int().nonnegative()),
  current: Point,
  previous: Point,
});
export type OwnMetricSeries = z.infer<typeof OwnMetricSeries>;

export const OwnMetricValues = z.object({
  computed_at: Timestamp,
  time_zone: z.string(),
  buckets: z.array(InsightBucket),
  unit: z.enum(OWN_METRIC_UNITS),
  /** All rows first, then the largest groups. */
  series: z.array(OwnMetricSeries),
  /** Custom fields that it needs and no tracker of these projects reads: it has no value then. Omitted: none. */
  unread_fields: z.array(z.string()).optional(),
  /** Groups that are not in `series`. */
  left_out: z.number().int().nonnegative(),
  target: Target.extend({ verdict: z.enum(OWN_TARGET_VERDICTS) }).nullable(),
  /** The metrics that a formula names, with their values over the period. */
  operands: z.array(
    z.object({
      id: Id,
      name: z.string(),
      unit: z.enum(OWN_METRIC_UNITS),
      value: z.number().nullable(),
      n: z.number().int(),
    }),
  ),
});
export type OwnMetricValues = z.infer<typeof OwnMetricValues>;
