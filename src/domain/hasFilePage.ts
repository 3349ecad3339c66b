import type { CommitFile } from "../../contract/code/commits.ts";

/**
 * Whether a changed file has a page of its own after the change. A removed one has none there, and symbolic links and submodules are names
 * without contents.
 */
export const hasFilePage = ({ change, kind }: Pick<CommitFile, "change" | "kind">): boolean =>
  change !== "removed" && kind !== "link" && kind !== "submodule";
