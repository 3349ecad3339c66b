/** Building blocks of several schemas of the contract. */
import { z } from "zod";
import { PAGE_LIMIT, TEXT_LIMITS, UUID_V4 } from "./constants.ts";
import { DAY_RANGE_LENGTH, readDayRange } from "./query/dayRange.ts";

/** An opaque identifier, and a project's slug. Clients never interpret it. */
export const Id = z.string().min(1).max(200);
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(140);
/** ISO 8601 in UTC with a `Z`. */
export const Timestamp = z.iso.datetime();
/** `2026-09-05..2026-11-27`, either end may be missing, or one day; both ends are included. */
export const DayRangeText = z
  .string()
  .max(DAY_RANGE_LENGTH)
  .refine((text) => readDayRange(text) !== null);
export const Email = z.string().trim().toLowerCase().max(TEXT_LIMITS.email).pipe(z.email("field.email"));
export const Name = z.string().trim().min(1, "field.required").max(TEXT_LIMITS.name);
export const Password = z.string().min(1, "field.required").max(TEXT_LIMITS.password);
export const Uuid4 = z.string().regex(UUID_V4, "field.format");

/** A path within a repository or a wiki. Git limits none; file systems have at most 4,096 bytes. */
export const SourcePath = z.string().max(4000);

export const Person = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  avatar_url: z.string().nullable(),
});
export type Person = z.infer<typeof Person>;

/** A part of a snippet; `match` parts are what the query matched. Concatenated they are the text. */
export const Segment = z.object({ text: z.string(), match: z.boolean() });

/** One cursor page of a long list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ count: z.number().int().nonnegative(), next: z.string().nullable(), results: z.array(item) });
export interface Page<T> {
  count: number;
  next: string | null;
  results: T[];
}

export const PageQuery = {
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT.max).default(PAGE_LIMIT.default),
};

/** A query parameter that may be repeated is received as one string or an array. */
export const repeated = <T extends z.ZodType<unknown, string>>(item: T) =>
  z.preprocess((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]), z.array(item).max(100));

/** A range of lines needs its first line, and its last one is not before it. */
export const withOrderedLines = <T extends z.ZodType<{ from?: number | undefined; to?: number | undefined }>>(
  schema: T,
): T =>
  schema.superRefine(({ from, to }, context) => {
    if (to === undefined || (from !== undefined && from <= to)) return;
    if (from === undefined) context.addIssue({ code: "custom", path: ["from"], message: "field.required" });
    else context.addIssue({ code: "custom", path: ["to"], message: "field.min", params: { min: String(from) } });
  });
