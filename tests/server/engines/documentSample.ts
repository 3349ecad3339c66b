import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Manifest, emptyManifest, withPart } from "../../../server/index/manifest.ts";
import { type Blobs, createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import type { BlobsLocation } from "../../../server/index/blobs/openBlobs.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { buildPages } from "../../../server/index/build/buildPages.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";
import type { IndexedPage } from "../../../server/index/tables/pageTable.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { buildManifest, indexedIssue } from "../support/indexedProject.ts";

export interface DocumentSample {
  readonly repository: TemporaryRepository;
  readonly blobs: Blobs;
  readonly location: BlobsLocation;
  readonly commits: readonly string[];
  readonly manifest: Manifest;
  readonly index: OpenedIndex;
  /** The index after what was committed meanwhile. */
  reopen(): Promise<{ index: OpenedIndex; manifest: Manifest }>;
  remove(): void;
}

const issue = (number: number, rest: Partial<IndexedIssue>): IndexedIssue =>
  indexedIssue(number, {
    author: null,
    url: null,
    createdAt: 1_700_000_000_000 + number,
    updatedAt: 1_700_000_000_000,
    ...rest,
  });

export const page = (id: string, rest: Partial<IndexedPage>): IndexedPage => ({
  id,
  source: "wiki-1",
  title: id,
  ancestors: [],
  space: "ENG",
  kind: "page",
  body: "",
  comments: [],
  labels: [],
  author: null,
  url: `https://wiki.example/${id}`,
  createdAt: 1_700_000_000_000,
  updatedAt: 1_700_000_000_000,
  ...rest,
});

/** An index of nothing but these pages. */
export async function pagesIndex(blobs: Blobs, pages: readonly IndexedPage[]): Promise<OpenedIndex> {
  async function* batches() {
    await Promise.resolve();
    yield [...pages];
  }
  const built = await buildPages(batches(), plainContext(blobs));
  return new IndexCache(blobs).open(withPart(emptyManifest(), { pages: built }));
}

/** A project on real git whose code changed after its pages were written, with issues and a wiki. */
export async function documentSample(): Promise<DocumentSample> {
  const repository = new TemporaryRepository();
  const folder = mkdtempSync(join(tmpdir(), "clew-documents-"));
  const commits = [
    repository.commit("Sessions and their store", {
      "src/session/sessionStore.ts": `/** Keeps sessions. */
export class SessionStore {
  openSession(user: string): string {
    return renewToken(user);
  }
}

export function renewToken(user: string): string {
  return user;
}
`,
      "src/session/legacyCache.ts": `export function warmCache(): void {\n  fetchAll();\n}\n`,
      "src/main.ts": `import { SessionStore } from "./session/sessionStore.ts";\nnew SessionStore().openSession("ada");\n`,
      "src/a.b/deep.ts": "export const deepValue = 1;\n",
      "src/a/deep.ts": "export const shallowValue = 1;\n",
      "assets/logo.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
      "data.bin": Buffer.from([0, 1, 2, 3]),
      "assets/utf16.txt": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("metin\n", "utf16le")]),
      "assets/large.png": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 5000000\n`,
      "weird name [1].md": "# Weird\n",
      "README.md": `# Sample

Open a session with \`SessionStore\` and renew it by \`renewToken(user)\`; see [the cache](src/session/legacyCache.ts),
[the guide](docs/guide.md#start) and [the logo](assets/logo.png). Call \`nobodysFunction()\` or \`customWidget\` as you like.

\`\`\`ts
const store = new SessionStore();
warmCache();
\`\`\`
`,
      "docs/guide.md": `# Guide

## Start

Everything begins in \`src/session/sessionStore.ts\`. The function \`warmCache\` was removed, use nothing instead.
Your own \`proj/settings.py\` is yours.
`,
      "CHANGELOG.md": "# Changes\n\n`renewToken` is new, `warmCache` too.\n",
    }),
    repository.commit("fix: sessions of nobody (#2)", {
      "src/session/sessionStore.ts": `/** Keeps sessions. */
export class SessionStore {
  openSession(user: string): string {
    return refreshToken(user || "nobody");
  }
}

export function refreshToken(user: string): string {
  return user;
}
`,
    }),
    repository.commit("drop the cache", { "src/session/legacyCache.ts": null }),
  ];
  const blobs = createFileBlobs(folder);
  const issues = [
    issue(1, {
      title: "Sessions end too early",
      body: "In src/session/sessionStore.ts the token is not kept.",
      state: "closed",
    }),
    issue(2, { title: "Nobody has a session", body: "openSession fails", fixCommits: [commits[1] ?? ""] }),
    issue(3, { title: "sessionStore.ts leaks", body: "see the title" }),
    issue(5, { title: "The door sticks", body: "Found while on call duty was mine.\n\nNot (on call dutyless)." }),
    issue(4, { title: "Colours of the button", body: "nothing to do with it" }),
  ];
  const pages = [
    page("Handbook", { body: "Start here." }),
    page("TCP/IP notes", {
      ancestors: ["Handbook"],
      body: "How `renewToken` and `SessionStore` work together. See also [another page](<https://wiki.example/wiki/display/ENG/On%20call%20duty>).",
    }),
    page("On call duty", {
      ancestors: ["Handbook"],
      body: "Whoever is awake looks at the store.",
      url: "https://wiki.example/wiki/spaces/ENG/pages/70123/On+call+duty",
    }),
    page("Rota", {
      ancestors: ["Handbook", "On call duty"],
      body: "Taken from [here](https://wiki.example/wiki/spaces/ENG/pages/70123).",
    }),
    page("Door codes", { source: "wiki-2", space: "OPS", body: "Ask whoever has read: on  CALL duty first." }),
    page("Keys", { source: "wiki-2", space: "HR", body: "As at other on-callers." }),
  ];
  const build = (): Promise<Manifest> =>
    buildManifest({ gitDir: repository.gitDir, commit: repository.git("rev-parse", "HEAD"), issues, pages }, blobs);
  const store = new IndexCache(blobs);
  const manifest = await build();
  return {
    repository,
    blobs,
    location: { driver: "files", folder },
    commits,
    manifest,
    index: await store.open(manifest),
    reopen: async () => {
      const next = await build();
      return { index: await store.open(next), manifest: next };
    },
    remove: () => {
      repository.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
