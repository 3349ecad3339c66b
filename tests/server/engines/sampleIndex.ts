import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Manifest, emptyManifest, withPart } from "../../../server/index/manifest.ts";
import { type Blobs, createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { buildIssues } from "../../../server/index/build/buildIssues.ts";
import { buildSymbols } from "../../../server/index/build/buildSymbols.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";

export interface SampleIndex {
  readonly index: OpenedIndex;
  readonly manifest: Manifest;
  readonly blobs: Blobs;
  /** Where its files are. */
  readonly blobFolder: string;
  readonly commits: readonly string[];
  /** Of its repository. */
  readonly gitDir: string;
  readonly remove: () => void;
}

/** When the n-th commit of the sample was made, in milliseconds. */
export const commitAt = (number: number): number => (1_700_000_000 + number * 3600) * 1000;

const issue = (number: number, rest: Partial<IndexedIssue>): IndexedIssue => ({
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
  createdAt: commitAt(1),
  updatedAt: commitAt(2),
  closedAt: null,
  fixCommits: [],
  ...rest,
});

/** A small project on real git: a client with redirects and retries, its tests, its pages, three commits and four issues. */
export async function sampleIndex(): Promise<SampleIndex> {
  const repository = new TemporaryRepository();
  const folder = mkdtempSync(join(tmpdir(), "clew-sample-"));
  const commits = [
    repository.commit("First version of the client", {
      "src/http/client.ts": `import { RetryPolicy } from "./retryPolicy.ts";

/** Sends requests and follows redirects. */
export class HttpClient {
  send(request: string): string {
    return this.followRedirects(request);
  }

  followRedirects(location: string): string {
    if (location === "") throw new RedirectLoopError("too many redirects");
    return location;
  }
}

export class RedirectLoopError extends Error {}
`,
      "src/http/retryPolicy.ts": `/** How often a failed request is tried again, and how long it waits. */
export class RetryPolicy {
  waitBeforeAttempt(attempt: number): number {
    return 2 ** attempt * this.baseDelay;
  }
  baseDelay = 100;
}
`,
      "src/cookies/cookieJar.ts": `/** Keeps cookies between requests. */
export function storeCookie(name: string, value: string): void {
  jar.set(name, value);
}
const jar = new Map<string, string>();
`,
      "src/index.ts": `export * from "./http/client.ts";\nexport * from "./cookies/cookieJar.ts";\n`,
      "tests/client.test.ts": `import { HttpClient } from "../src/http/client.ts";
test("followRedirects stops at a redirect loop", () => { new HttpClient().followRedirects(""); });
`,
      "docs/redirects.md": `# Redirects\n\nThe client follows redirects. A redirect loop ends with an error.\n\n# Şifre\n\nŞifreyi güncelle.\n`,
      "dist/client.min.js": `function followRedirects(){/* redirect loop redirect redirect */}\n`,
    }),
    repository.commit("fix: cookies with an empty value were dropped (#3)", {
      "src/cookies/cookieJar.ts": `/** Keeps cookies between requests. */
export function storeCookie(name: string, value: string): void {
  jar.set(name, value ?? "");
}
const jar = new Map<string, string>();
`,
    }),
    repository.commit("fix: wait longer between attempts after a timeout", {
      "src/http/retryPolicy.ts": `/** How often a failed request is tried again, and how long it waits. */
export class RetryPolicy {
  waitBeforeAttempt(attempt: number): number {
    return 3 ** attempt * this.baseDelay;
  }
  baseDelay = 100;
}
`,
    }),
  ];
  const blobs = createFileBlobs(folder);
  const context = plainContext(blobs);
  const base = { gitDir: repository.gitDir, commit: commits.at(-1) ?? "", source: "repository-1", previous: null };
  const code = await buildSymbols({ part: await buildCode({ ...base, name: "sample" }, context) }, context);
  const history = await buildCommits(base, context);
  async function* batches() {
    await Promise.resolve();
    yield [
      issue(1, { title: "Redirect loop is not detected", body: "The client hangs.", labels: ["bug"] }),
      issue(2, { title: "Document the retry policy", labels: ["docs", "good first issue"], author: "ben" }),
      issue(3, { title: "Empty cookies vanish", state: "closed", labels: ["bug"], fixCommits: [commits[1] ?? ""] }),
      issue(12, { title: "Şifre güncellenmiyor", body: "ŞİFRE değişmiyor." }),
    ];
  }
  const issues = await buildIssues(batches(), context);
  const manifest = withPart(withPart(withPart(emptyManifest(), { code }), { commits: history }), { issues });
  return {
    index: await new IndexCache(blobs).open(manifest),
    manifest,
    blobs,
    commits,
    gitDir: repository.gitDir,
    blobFolder: folder,
    remove: () => {
      repository.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
