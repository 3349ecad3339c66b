import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { buildManifest } from "../support/indexedProject.ts";

/** An index of commits made one after the other on real git, and of issues that may name them. */
export async function projectIndex(
  steps: readonly { readonly message: string; readonly files: Readonly<Record<string, string | null>> }[],
  issuesOf: (commits: readonly string[]) => readonly IndexedIssue[],
) {
  const repository = new TemporaryRepository();
  const folder = mkdtempSync(join(tmpdir(), "clew-project-"));
  const commits = steps.map(({ message, files }) => repository.commit(message, files));
  const blobs = createFileBlobs(folder);
  const content = { gitDir: repository.gitDir, commit: commits.at(-1) ?? "", issues: issuesOf(commits) };
  const manifest = await buildManifest(content, blobs);
  return {
    index: await new IndexCache(blobs).open(manifest),
    manifest,
    blobs,
    folder,
    gitDir: repository.gitDir,
    commits,
    remove: () => {
      repository.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
