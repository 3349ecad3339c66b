/** Marks: short texts of Clew's own on issues, requests and pages, which no tracker has. */
import { z } from "zod";
import { Id, SourcePath, Timestamp } from "../fieldSchemas.ts";
import { isMark, markText } from "./markRules.ts";

/** Any text; it is stored as `markText` has it. */
export const MarkText = z.string().max(400).overwrite(markText).min(1, "field.required").refine(isMark, "field.mark");

export const Mark = z.object({
  id: Id,
  text: z.string(),
  /** The name of the rule that set it, as it was then; null for one that a member set. */
  rule: z.string().nullable(),
  /** The member who set it, or for whom the rule acted; null for one who is gone. */
  by: z.string().nullable(),
  at: Timestamp,
});
export type Mark = z.infer<typeof Mark>;

/** What has the mark: an issue or a request by its id, number or key, or a page by its place. */
export const MarkedItem = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("issue"), id: Id }),
  z.object({ kind: z.literal("request"), id: Id }),
  z.object({ kind: z.literal("page"), source: Id, path: SourcePath.min(1) }),
]);
export type MarkedItem = z.infer<typeof MarkedItem>;

export const NewMarkBody = z.object({ item: MarkedItem, text: MarkText });
