import { resolveCommit } from "../../server/git/commitLookup.ts";
import { listTree } from "../../server/git/readTree.ts";

/** Files of the head of a repository. */
export async function countFiles(gitDir: string): Promise<number> {
  return (await listTree(gitDir, await resolveCommit(gitDir, "HEAD"))).length;
}
