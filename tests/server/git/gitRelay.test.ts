/** Threads that read repositories: whatever ends them, no process of git stays behind. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { spawnGit } from "../../../server/git/gitProcess.ts";
import { watchMemory } from "../../../server/git/gitMemory.ts";
import { openGitRelay } from "../../../server/git/gitRelayOwner.ts";
import { createIndexBuilder } from "../../../server/index/build/builder.ts";
import { temporaryFolder } from "../sources/gitFixture.ts";
import type { Listing } from "./listingThread.ts";
import { bombTree, commitTree, defunctChildren, emptyRepository } from "./hostileTrees.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

async function startListing(): Promise<Worker> {
  const repository = emptyRepository(folder.path, "bomb.git");
  const commit = commitTree(repository, bombTree(repository));
  const git = openGitRelay(spawnGit);
  return new Worker(new URL("./listingThread.ts", import.meta.url), {
    workerData: { git, repository, commit } satisfies Listing,
    transferList: [git],
  });
}
/** All processes that this one started have been reaped. */
const allReaped = () =>
  vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain("ProcessWrap"), { timeout: 30_000 });

test("a thread that is terminated leaves no defunct git", async () => {
  const worker = await startListing();
  await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  await worker.terminate();
  await allReaped();
  await expect.poll(defunctChildren).toEqual([]);
}, 60_000);

test("a build that is cancelled in the middle of a listing leaves no defunct git", async () => {
  const gitDir = emptyRepository(folder.path, "bomb.git");
  const commit = commitTree(gitDir, bombTree(gitDir));
  const builder = createIndexBuilder({ blobs: { driver: "files", folder: join(folder.path, "blobs") } });
  try {
    const controller = new AbortController();
    const built = builder.buildCode(
      { gitDir, commit, source: "s", name: "n", previous: null, maxFiles: 1e12 },
      { signal: controller.signal },
    );
    await new Promise((resolve) => setTimeout(resolve, 1500));
    controller.abort();
    await expect(built).rejects.toThrow("The build was stopped.");
  } finally {
    await builder.close();
  }
  await allReaped();
  await expect.poll(defunctChildren).toEqual([]);
}, 60_000);

test("a tree beyond the limit ends the build at once with its sentence", async () => {
  const gitDir = emptyRepository(folder.path, "bomb.git");
  const commit = commitTree(gitDir, bombTree(gitDir));
  const builder = createIndexBuilder({ blobs: { driver: "files", folder: join(folder.path, "blobs") } });
  try {
    await expect(
      builder.buildCode({ gitDir, commit, source: "s", name: "n", previous: null, maxFiles: 10_000 }),
    ).rejects.toMatchObject({
      cause: "GitLimitError",
      text: { code: "repository.too_many_files", params: { max: 10_000 } },
    });
  } finally {
    await builder.close();
  }
  await expect.poll(defunctChildren).toEqual([]);
}, 60_000);

test("a git that allocates more than it may is killed, and the error reports it", async () => {
  const repository = emptyRepository(folder.path, "bomb.git");
  const commit = commitTree(repository, bombTree(repository));
  const git = spawnGit(["--git-dir", repository, "diff-tree", "--root", "-r", commit]);
  git.stdout.resume();
  const stopped = await new Promise<Error>((resolve) => {
    const end = watchMemory(
      git.pid,
      (why) => {
        end();
        git.kill();
        resolve(why);
      },
      64 * 2 ** 20,
    );
  });
  expect(stopped.message).toBe("git needs more memory than one repository may take (64 MB).");
  await git.ended;
}, 60_000);
