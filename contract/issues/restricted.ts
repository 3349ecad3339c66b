/** Items that a host restricts, for the members of a project who may read them. */
import { z } from "zod";
import { PAGE_LIMIT, TEXT_LIMITS } from "../constants.ts";
import { Id, PageQuery, Slug, Timestamp } from "../fieldSchemas.ts";
import { LEFT_OUT_KINDS } from "../sources/leftOut.ts";

export const RestrictedQuery = z.object({
  project: Slug,
  /** Words that must all occur in the title, the key or the text. */
  q: z.string().max(TEXT_LIMITS.query).optional(),
  ...PageQuery,
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT.max).default(20),
});

export const RestrictedItem = z.object({
  id: Id,
  kind: z.enum(LEFT_OUT_KINDS),
  /** The source, by its id in the project. */
  source: Id,
  /** `#12`, `ABC-12`; of a comment its issue's; empty for a page. */
  key: z.string(),
  /** The title; a comment has that of its issue. */
  title: z.string(),
  /** Markdown; an issue is followed by its comments. */
  body: z.string(),
  url: z.string().nullable(),
  author: z.string().nullable(),
  state: z.enum(["open", "closed"]).nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type RestrictedItem = z.infer<typeof RestrictedItem>;

/** Newest change first. */
export const RestrictedPage = z.object({ next: z.string().nullable(), results: z.array(RestrictedItem) });
export type RestrictedPage = z.infer<typeof RestrictedPage>;
