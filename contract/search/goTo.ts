import { z } from "zod";
import { TEXT_LIMITS } from "../constants.ts";
import { Id, Slug, repeated } from "../fieldSchemas.ts";

/** What the palette finds by name. */
const NAME_KINDS = ["file", "symbol", "issue", "request", "page", "person"] as const;
export const NameKind = z.enum(NAME_KINDS);
export type NameKind = z.infer<typeof NameKind>;

export const GoToQuery = z.object({
  q: z.string().max(TEXT_LIMITS.query).default(""),
  kind: repeated(NameKind),
  /** The project on the screen: its names come first, and its index is opened if need be. */
  first: Slug.optional(),
  /** Maximum of names of each kind. */
  limit: z.coerce.number().int().min(1).max(20).default(8),
});

/** A name that fits. `score` orders names of all kinds and projects: an exact name has at least 950, a prefix of one 800. */
export const FoundName = z.object({
  kind: NameKind,
  id: z.string().min(1),
  /** A file's name without its folder, a symbol's name, a title. */
  name: z.string(),
  /** A file's folder, a symbol's file, the key of an issue or request, the pages above a page. */
  detail: z.string().nullable(),
  source: Id.nullable(),
  path: z.string().nullable(),
  /** First line of a symbol, 1-based. */
  line: z.number().int().positive().nullable(),
  /** The address of a request at its host. */
  url: z.string().nullable(),
  /** How the address of an issue's or a request's page names it. */
  address: z.string().nullable(),
  /** The state of an issue or a request. */
  state: z.string().nullable(),
  /** The kind of a symbol, and its class or module. */
  symbol: z.string().nullable(),
  container: z.string().nullable(),
  score: z.number(),
  project: z.object({ slug: Slug, name: z.string() }),
});
export type FoundName = z.infer<typeof FoundName>;

export const GoToAnswer = z.object({
  took_ms: z.number().nonnegative(),
  /** Best first over all kinds and projects. */
  results: z.array(FoundName),
  /** Names of projects whose index was not open, or for which the time was up. */
  not_searched: z.array(z.string()),
  /** Some of these indexes are being opened: the same question has their names soon. */
  opening: z.boolean(),
});
export type GoToAnswer = z.infer<typeof GoToAnswer>;
