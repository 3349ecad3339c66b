import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Manifest } from "../../../server/index/manifest.ts";
import { type Blobs, createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { buildManifest, commitTime, indexedIssue } from "../support/indexedProject.ts";

export interface SampleIndex {
  readonly index: OpenedIndex;
  readonly manifest: Manifest;
  readonly blobs: Blobs;
  /** Where its files are. */
  readonly blobFolder: string;
  readonly commits: readonly string[];
  /** Git directory of its repository. */
  readonly gitDir: string;
  readonly remove: () => void;
}

const issue = (number: number, rest: Partial<IndexedIssue>): IndexedIssue =>
  indexedIssue(number, { createdAt: commitTime(1), updatedAt: commitTime(2), ...rest });

/** A small project on real git: a client with redirects and retries, its tests, its pages, three commits and four issues. */
const NO_WORKFLOW = {
  status: null,
  type: null,
  priority: null,
  resolution: null,
  components: [],
  milestones: [],
  versions: [],
  sprints: [],
  fields: [],
};

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
  const issues = [
    issue(1, {
      title: "Redirect loop is not detected",
      body: "The client hangs.",
      labels: ["bug"],
      workflow: {
        ...NO_WORKFLOW,
        status: "In Review",
        type: "Bug",
        priority: "Acil",
        components: ["Sign-in", "HTTP"],
        milestones: ["2.0"],
        versions: ["1.4"],
        sprints: ["Sprint 7", "Sprint 8"],
        fields: ["Team=Core", "Story size=3.5"],
      },
    }),
    issue(2, { title: "Document the retry policy", labels: ["docs", "good first issue"], author: "ben" }),
    issue(3, {
      title: "Empty cookies vanish",
      state: "closed",
      labels: ["bug"],
      fixCommits: [commits[1] ?? ""],
      workflow: { ...NO_WORKFLOW, status: "Open", type: "Task", milestones: ["1.4"], resolution: "Won't Do" },
    }),
    issue(12, { title: "Şifre güncellenmiyor", body: "ŞİFRE değişmiyor." }),
  ];
  const manifest = await buildManifest({ gitDir: repository.gitDir, commit: commits.at(-1) ?? "", issues }, blobs);
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
