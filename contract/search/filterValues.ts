import { z } from "zod";
import { Slug, repeated } from "../fieldSchemas.ts";
import { FILTER_NAMES } from "../query/searchFilters.ts";

/** The value of a filter that is being typed. */
export const FilterValuesQuery = z.object({
  project: Slug,
  filter: z.enum(FILTER_NAMES),
  /** The typed part; empty: the most frequent values. */
  text: z.string().max(200).default(""),
  limit: z.coerce.number().int().min(1).max(50).default(8),
});
export type FilterValuesQuery = z.input<typeof FilterValuesQuery>;

/** The same over all projects of the caller, or over the named ones. */
export const FilterValuesOfAllQuery = FilterValuesQuery.omit({ project: true }).extend({ project: repeated(Slug) });

/** A value and the number of documents that have it. */
export const FilterValue = z.object({ value: z.string().min(1), count: z.number().int().nonnegative() });
export type FilterValue = z.infer<typeof FilterValue>;

/** `filter` is that of the question: a late answer is not shown for another filter. */
export const FilterValues = z.object({ filter: z.enum(FILTER_NAMES), values: z.array(FilterValue) });
export type FilterValues = z.infer<typeof FilterValues>;
