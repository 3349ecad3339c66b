/** The index of several repositories as one project, and questions in their own words. Shared by the benches of the search. */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MANIFEST_FORMAT, type Manifest, emptyManifest, withPart } from "../../server/index/manifest.ts";
import { createFileBlobs } from "../../server/index/blobs/blobs.ts";
import { createIndexBuilder } from "../../server/index/build/builder.ts";
import { resolveCommit } from "../../server/git/commitLookup.ts";
import { findGitDir } from "../../server/git/findGitDir.ts";
import { IndexCache } from "../../server/index/IndexCache.ts";
import { type OpenedCommits, type OpenedIndex, messageOf } from "../../server/index/OpenedIndex.ts";
import type { IndexedIssue } from "../../server/index/tables/issueTable.ts";

/** Commit messages that represent issues. */
const ISSUES = 50_000;

export interface LargeIndex {
  /** The folder of the blobs. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The project's index; rebuilt only if a repository or the index format has changed since the last run. */
export async function builtOnce(cache: string, directories: readonly string[]): Promise<LargeIndex> {
  const folder = join(cache, "search-blobs");
  await mkdir(folder, { recursive: true });
  const sources = await Promise.all(
    directories.map(async (directory) => {
      const gitDir = await findGitDir(directory);
      const source = basename(directory) === "repo" ? basename(dirname(directory)) : basename(directory);
      return { gitDir, source, commit: await resolveCommit(gitDir, "HEAD") };
    }),
  );
  const key = createHash("sha256")
    .update(JSON.stringify([MANIFEST_FORMAT, ISSUES, sources]))
    .digest("hex");
  const manifestFile = join(cache, `manifest-${key.slice(0, 16)}.json`);
  const before = await readFile(manifestFile, "utf8").catch(() => null);
  if (before !== null) return { folder, manifest: JSON.parse(before) as Manifest };
  const builder = createIndexBuilder({ blobs: { driver: "files", folder } });
  let manifest: Manifest = emptyManifest();
  for (const { gitDir, source, commit } of sources) {
    const code = await builder.buildCode({ gitDir, commit, source, name: source, previous: null });
    manifest = withPart(manifest, { code: await builder.buildSymbols({ part: code }) });
    manifest = withPart(manifest, { commits: await builder.buildCommits({ gitDir, commit, source, previous: null }) });
  }
  const store = new IndexCache(createFileBlobs(folder), { maxBytes: Infinity });
  manifest = withPart(manifest, { issues: await builder.buildIssues(asIssues((await store.open(manifest)).commits)) });
  await builder.close();
  await writeFile(manifestFile, JSON.stringify(manifest));
  return { folder, manifest };
}

/** Commit messages in place of issues, up to the requested size. */
async function* asIssues(histories: readonly OpenedCommits[]): AsyncGenerator<IndexedIssue[]> {
  let number = 0;
  for (const commits of histories) {
    const { table } = commits;
    for (let commit = 0; commit < table.length && number < ISSUES; commit++) {
      const at = (table.times[commit] ?? 0) * 1000;
      await Promise.resolve();
      yield [
        {
          id: `issue-${++number}`,
          key: `#${number}`,
          source: "tracker",
          title: table.subject(commit),
          body: messageOf(commits, commit),
          comments: "",
          state: number % 9 === 0 ? "open" : "closed",
          labels: number % 3 === 0 ? ["bug"] : ["feature", `area ${number % 40}`],
          author: table.author(commit).name,
          url: null,
          createdAt: at,
          updatedAt: at,
          closedAt: null,
          fixCommits: [],
        },
      ];
    }
  }
}

export interface Questions {
  /** Commit messages, spread evenly over each history. */
  readonly messages: readonly string[];
  readonly threeWords: readonly string[];
  readonly twelveWords: readonly string[];
  readonly phrases: readonly string[];
  readonly patterns: readonly string[];
}

/** Queries that people could type: pieces of commit messages. @param queries of each repository */
export function questionsOf(index: OpenedIndex, queries: number): Questions {
  const messages: string[] = [];
  for (const opened of index.commits) {
    const step = Math.max(1, Math.floor(opened.table.length / queries));
    for (let commit = 0; commit < opened.table.length; commit += step) messages.push(messageOf(opened, commit));
  }
  const wordsOf = (message: string, count: number): string => message.split(/\s+/).slice(0, count).join(" ");
  return {
    messages,
    threeWords: messages.map((message) => wordsOf(message, 3)),
    twelveWords: messages.map((message) => wordsOf(message, 12)),
    phrases: messages.map((message) => `"${wordsOf(message, 2).replaceAll('"', "")}"`),
    patterns: [
      String.raw`/close\w*Connection/`,
      String.raw`/TODO\(\w+\)/`,
      "/get(Bean|Config)Factory/",
      String.raw`/\bretry.{0,20}timeout\b/i`,
    ],
  };
}
