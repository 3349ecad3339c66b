import type { Blobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { buildIssues } from "../../../server/index/build/buildDiscussions.ts";
import { buildPages } from "../../../server/index/build/buildPages.ts";
import { buildSymbols } from "../../../server/index/build/buildSymbols.ts";
import { type Manifest, emptyManifest, withPart } from "../../../server/index/manifest.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";
import type { IndexedPage } from "../../../server/index/tables/pageTable.ts";

/** When the n-th commit (from 1) of a `TemporaryRepository` was made, in milliseconds. */
export const commitTime = (number: number): number => (1_700_000_000 + number * 3600) * 1000;

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

export interface ProjectContent {
  readonly gitDir: string;
  readonly commit: string;
  readonly issues: readonly IndexedIssue[];
  readonly pages?: readonly IndexedPage[];
}

/** Builds each part as the first sync of a project does: code and history of `repository-1`, issues, and pages if there are any. */
export async function buildManifest(
  { gitDir, commit, issues, pages }: ProjectContent,
  blobs: Blobs,
): Promise<Manifest> {
  const context = plainContext(blobs);
  const base = { gitDir, commit, source: "repository-1", previous: null };
  const part = await buildCode({ ...base, name: "sample" }, context);
  let manifest = withPart(emptyManifest(), { code: await buildSymbols({ part }, context) });
  manifest = withPart(manifest, { commits: await buildCommits(base, context) });
  manifest = withPart(manifest, { issues: await buildIssues(oneBatch(issues), context) });
  return pages ? withPart(manifest, { pages: await buildPages(oneBatch(pages), context) }) : manifest;
}

async function* oneBatch<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  await Promise.resolve();
  yield rows;
}
