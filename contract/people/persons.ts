/** Joins accounts and commit addresses of one person, and corrects wrong joins. */
import { z } from "zod";
import { TEXT_LIMITS } from "../constants.ts";
import { Id, Name, Slug, Timestamp } from "../fieldSchemas.ts";

/** `account:<id>` at a host, or `author:<id>` of commits. */
const IdentityKey = z.string().regex(/^(?:account:[\w-]{1,64}|author:\d{1,18})$/, "field.format");

/**
 * The same address, the same login at a host, a host's no-reply address that names the login, the same full name, a line of a repository's
 * `.mailmap`, or a manual merge.
 */
const IDENTITY_REASONS = ["email", "login", "no_reply", "name", "mailmap", "manual"] as const;

export const ProjectPerson = z.object({
  name: z.string(),
  email: z.string().nullable(),
  is_bot: z.boolean(),
  /** Merged by hand: the rules leave this person unchanged. */
  is_settled: z.boolean(),
  /** The merge that made this person, where it can be undone. */
  merge: Id.nullable(),
  identities: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      /** The rule that joined it with the other identities; null for a single identity. Hosts may omit it. */
      why: z.enum(IDENTITY_REASONS).nullable().optional(),
    }),
  ),
});
export type ProjectPerson = z.infer<typeof ProjectPerson>;

export const PersonsQuery = z.object({ project: Slug, q: z.string().max(TEXT_LIMITS.query).optional() });
export const PersonMergeBody = z.object({
  project: Slug,
  name: Name,
  /** A single identity is split off: the rules no longer join it with any other. */
  identities: z.array(IdentityKey).min(1, "field.choose_one").max(500),
});
export const PersonMerge = z.object({ id: Id, name: z.string(), made_at: Timestamp });
export type PersonMerge = z.infer<typeof PersonMerge>;
