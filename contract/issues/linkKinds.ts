/** Free of zod: the app has it. */

/** Kinds of links, in the order of the lists. Each is read from the issue to the other one: `blocks` means that the issue blocks the other. */
export const LINK_KINDS = [
  "parent",
  "child",
  "duplicates",
  "duplicated_by",
  "blocked_by",
  "blocks",
  "caused_by",
  "causes",
  "clones",
  "cloned_by",
  "relates",
  "mentions",
  "mentioned_by",
  "other",
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
