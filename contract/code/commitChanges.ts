import { z } from "zod";
import { TEXT_LIMITS } from "../constants.ts";
import { Id, Segment, Slug } from "../fieldSchemas.ts";

/** What a commit that a search has found changed. */
export const CommitChangesQuery = z.object({
  project: Slug,
  q: z.string().max(TEXT_LIMITS.query),
  source: Id,
  /** The whole hash. */
  hash: z.string().regex(/^[0-9a-f]{40,64}$/),
});
export type CommitChangesQuery = z.input<typeof CommitChangesQuery>;

export const CommitChanges = z.object({
  /**
   * `shown`: there are lines. `merge`: it has no changes of its own. `binary`: nothing that it changed is text. `empty`: it changed no
   * contents. `unavailable`: the commit is not in the index, or this server has no copy of the repository.
   */
  status: z.enum(["shown", "merge", "binary", "empty", "unavailable"]),
  /** Changed lines that match the query; 0 where the first change is shown instead. */
  matching: z.number().int().nonnegative(),
  /** Files that the commit changed. */
  files: z.number().int().nonnegative(),
  /** There are more changed lines, or more matching ones, than are shown. */
  truncated: z.boolean(),
  /** Parts of files, in their order; a line that is removed has its number before the change. */
  parts: z.array(
    z.object({
      path: z.string(),
      lines: z.array(
        z.object({
          change: z.enum(["added", "removed", "same"]),
          number: z.number().int().positive(),
          segments: z.array(Segment),
        }),
      ),
    }),
  ),
});
export type CommitChanges = z.infer<typeof CommitChanges>;
