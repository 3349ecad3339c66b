/** Answers of the engines that come after search and localization: experts and documents; analysis.ts has those about one issue. */
import { z } from "zod";
import { Id, Person, Timestamp } from "./fields.ts";

/** What a statement of an engine rests on, so that a reader can check it. */
export const Evidence = z.object({ text: z.string(), href: z.string().nullable() });
export const Expert = z.object({
  person: Person,
  score: z.number(),
  reasons: z.array(z.object({ code: z.string(), points: z.number(), evidence: z.array(Evidence) })),
  last_active_at: Timestamp.nullable(),
  availability: z
    .object({ busy: z.array(z.object({ start: Timestamp, end: Timestamp })), as_of: Timestamp })
    .nullable(),
});
export type Expert = z.infer<typeof Expert>;
export const ExpertsQuery = z.object({ path: z.string().max(1000).optional(), q: z.string().max(1000).optional() });

export const RelatedDocument = z.object({ id: Id, title: z.string(), url: z.string(), source: Id, score: z.number() });
export type RelatedDocument = z.infer<typeof RelatedDocument>;

export const DocumentsQuery = z.object({ source: Id.optional(), path: z.string().max(1000).optional() });
export const DocumentEntry = z.object({
  name: z.string(),
  path: z.string(),
  source: Id,
  kind: z.enum(["source", "folder", "file", "page"]),
  size: z.number().int().nullable(),
  updated_at: Timestamp.nullable(),
});
export const DocumentContentQuery = z.object({
  source: Id,
  path: z.string().min(1).max(1000),
  revision: z.string().max(64).optional(),
});
export const DocumentContent = z.object({
  source: Id,
  path: z.string(),
  revision: z.string().nullable(),
  language: z.string().nullable(),
  text: z.string().nullable(),
  size: z.number().int(),
  truncated: z.boolean(),
  symbols: z.array(
    z.object({ name: z.string(), kind: z.string(), start_line: z.number().int(), end_line: z.number().int() }),
  ),
});
