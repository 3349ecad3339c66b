import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Works with an empty folder that is deleted afterwards.
 * @param prefix begins the name of the folder
 * @param parent the folder that contains it
 */
export async function withTemporaryFolder<T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
  parent = tmpdir(),
): Promise<T> {
  const folder = await mkdtemp(join(parent, prefix));
  try {
    return await work(folder);
  } finally {
    // A process that was killed may write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
