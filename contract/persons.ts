/** One person for every account and commit address that is theirs, and putting right what the rules got wrong. */
import { z } from "zod";
import { TEXT_LIMITS } from "./constants.ts";
import { Id, Name, Slug, Timestamp } from "./fields.ts";

/** `account:<id>` at a host, or `author:<id>` of commits. */
const IdentityKey = z.string().regex(/^(?:account:[\w-]{1,64}|author:\d{1,18})$/, "Invalid format");

export const ProjectPerson = z.object({
  name: z.string(),
  email: z.string().nullable(),
  is_bot: z.boolean(),
  /** Put together by hand: the rules leave this person alone. */
  is_settled: z.boolean(),
  /** The merge that made this person, where it can be undone. */
  merge: Id.nullable(),
  identities: z.array(z.object({ key: z.string(), label: z.string() })),
});
export type ProjectPerson = z.infer<typeof ProjectPerson>;

export const PersonsQuery = z.object({ project: Slug, q: z.string().max(TEXT_LIMITS.query).optional() });
export const PersonMergeBody = z.object({
  project: Slug,
  name: Name,
  identities: z.array(IdentityKey).min(2, "Choose at least two").max(500),
});
export const PersonMerge = z.object({ id: Id, name: z.string(), made_at: Timestamp });
export type PersonMerge = z.infer<typeof PersonMerge>;
