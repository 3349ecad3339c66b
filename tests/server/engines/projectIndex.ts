import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyManifest, withPart } from "../../../server/index/manifest.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { buildIssues } from "../../../server/index/build/buildIssues.ts";
import { buildSymbols } from "../../../server/index/build/buildSymbols.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";

export const indexedIssue = (number: number, rest: Partial<IndexedIssue>): IndexedIssue => ({
  id: `issue-${number}`,
  key: `#${number}`,
  source: "tracker-1",
  title: "",
  body: "",
  comments: "",
  state: "open",
  labels: [],
  author: "ada",
  url: `https://example.org/issues/${number}`,
  createdAt: 0,
  updatedAt: 0,
  closedAt: null,
  fixCommits: [],
  ...rest,
});

/** When the n-th commit (from 1) of a `TemporaryRepository` was made, in milliseconds. */
export const commitTime = (number: number): number => (1_700_000_000 + number * 3600) * 1000;

/** An index of commits made one after the other on real git, and of issues that may name them. */
export async function projectIndex(
  steps: readonly { readonly message: string; readonly files: Readonly<Record<string, string | null>> }[],
  issuesOf: (commits: readonly string[]) => readonly IndexedIssue[],
) {
  const repository = new TemporaryRepository();
  const folder = mkdtempSync(join(tmpdir(), "clew-project-"));
  const commits = steps.map(({ message, files }) => repository.commit(message, files));
  const blobs = createFileBlobs(folder);
  const context = plainContext(blobs);
  const base = { gitDir: repository.gitDir, commit: commits.at(-1) ?? "", source: "repository-1", previous: null };
  const part = await buildCode({ ...base, name: "sample" }, context);
  const code = await buildSymbols({ part }, context);
  const history = await buildCommits(base, context);
  async function* batches() {
    await Promise.resolve();
    yield issuesOf(commits);
  }
  const issues = await buildIssues(batches(), context);
  const manifest = withPart(withPart(withPart(emptyManifest(), { code }), { commits: history }), { issues });
  return {
    index: await new IndexCache(blobs).open(manifest),
    manifest,
    blobs,
    gitDir: repository.gitDir,
    commits,
    remove: () => {
      repository.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
