/** Answers of the engine for experts; analysis.ts has those about one issue, documents.ts those about files and pages. */
import { z } from "zod";
import { Person, Timestamp } from "./fields.ts";

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
