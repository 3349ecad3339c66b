import { createHash } from "node:crypto";
import { emptyManifest, withPart } from "../../index/manifest.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import { plainContext } from "../../index/build/buildContext.ts";
import { buildIssues } from "../../index/build/buildDiscussions.ts";
import { IndexCache } from "../../index/IndexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";

/** A text of a corpus; `createdAt` in milliseconds since 1970. */
export interface CorpusText {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly labels?: readonly string[];
  readonly createdAt?: number;
}

/** The index of texts that are in no tracker, held in memory. */
export async function corpusIndex(texts: readonly CorpusText[]): Promise<OpenedIndex> {
  const rows = texts.map((text) => ({
    id: text.id,
    key: text.id,
    source: "corpus",
    title: text.title,
    body: text.body,
    comments: "",
    state: "open" as const,
    labels: text.labels ?? [],
    author: null,
    url: null,
    createdAt: text.createdAt ?? 0,
    updatedAt: text.createdAt ?? 0,
    closedAt: null,
    fixCommits: [],
  }));
  const blobs = memoryBlobs();
  const part = await buildIssues(inOne(rows), plainContext(blobs));
  return new IndexCache(blobs, { maxBytes: Infinity }).open(withPart(emptyManifest(), { issues: part }));
}

async function* inOne<T>(rows: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  await Promise.resolve();
  yield rows;
}

function memoryBlobs(): Blobs {
  const stored = new Map<string, Buffer>();
  return {
    put: (bytes) => {
      const hash = createHash("sha256").update(bytes).digest("hex");
      stored.set(hash, Buffer.from(bytes));
      return Promise.resolve(hash);
    },
    get: (hash) => Promise.resolve(stored.get(hash) ?? null),
    has: (hash) => Promise.resolve(stored.has(hash)),
    size: (hash) => Promise.resolve(stored.get(hash)?.length ?? null),
    delete: (hash) => {
      stored.delete(hash);
      return Promise.resolve();
    },
    list: async function* () {
      await Promise.resolve();
      for (const [hash, bytes] of stored) yield { hash, bytes: bytes.length, writtenAt: 0 };
    },
  };
}
