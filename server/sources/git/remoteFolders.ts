import { join } from "node:path";
import { withTemporaryFolder } from "../../withTemporaryFolder.ts";
import { findMissingFolders } from "../../git/folderPaths.ts";
import type { GitAccess } from "../../git/gitProcess.ts";
import { objectFormatOf } from "./AlternateStores.ts";
import { gitFailure } from "./gitFailure.ts";
import type { GitAddress } from "./gitAddress.ts";
import { withLocalCopy } from "./localSource.ts";
import { fetchRefs } from "./mirror.ts";
import { HEAD_REF } from "./mirrorFiles.ts";
import type { RemoteHead } from "./remote.ts";
import { runSourceGit } from "./sourceGit.ts";

/** Bytes of the trees of one commit. A host that ignores the filter sends its files too. */
const MAX_BYTES = 128 * 2 ** 20;
/** One commit without its files: what `ls-tree` reads. */
const TREES_ONLY = ["--depth=1", "--filter=blob:none"];

/**
 * Those of the folders that the head of a remote does not have. Only the trees of its commit are fetched.
 * @returns null where the remote has no commit, or did not send its trees within the time and the size
 */
export async function findRemoteMissing(
  { address, access, head }: { address: GitAddress; access: GitAccess; head: RemoteHead },
  folders: readonly string[],
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<readonly string[] | null> {
  const { commit, ref } = head;
  if (folders.length === 0 || commit === null) return null;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return withTemporaryFolder("clew-trees-", async (folder) => {
    try {
      if (address.kind === "path") {
        return await withLocalCopy(address, join(folder, "copy"), limit, ({ path }) =>
          findMissingFolders(path, commit, folders, limit),
        );
      }
      const format = `--object-format=${objectFormatOf(commit)}`;
      const { code, stderr } = await runSourceGit(["init", "--quiet", "--bare", format, "--", folder], {
        signal: limit,
      });
      if (code !== 0) throw gitFailure(stderr, "");
      const limits = { maxBytes: MAX_BYTES, timeoutMs };
      await fetchRefs(folder, [`+${ref}:${HEAD_REF}`], { folder, address, access, signal: limit, limits }, TREES_ONLY);
      return await findMissingFolders(folder, HEAD_REF, folders, limit);
    } catch (error) {
      if (signal.aborted) throw error;
      return null;
    }
  });
}
