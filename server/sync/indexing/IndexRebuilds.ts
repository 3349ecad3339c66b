import type { KeyedMutex } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import { hasItems } from "../../db/tables/sourceCounts.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { IndexBuilder } from "../../index/build/builder.ts";
import { blobsOf, emptyManifest, type Manifest } from "../../index/manifest.ts";
import { linkIssues } from "../links/linkIssues.ts";
import { linkPages } from "../links/linkPages.ts";
import type { Rebuilds } from "../source/SyncContext.ts";
import { nextFencingToken, readManifest, swapManifest } from "../store/storedManifest.ts";
import { issueBatches } from "./issueBatches.ts";
import { pageBatches } from "./pageBatches.ts";

export interface IndexRebuildsDeps {
  readonly db: Db;
  readonly builder: IndexBuilder;
  readonly blobs: Blobs;
  readonly mutex: KeyedMutex;
}

/** Builds the parts of an index that need a whole project: its issues and its pages, with their links to each other and to the code. */
export class IndexRebuilds implements Rebuilds {
  readonly #deps: IndexRebuildsDeps;

  constructor(deps: IndexRebuildsDeps) {
    this.#deps = deps;
  }

  issues(projectId: string, signal: AbortSignal): Promise<readonly string[]> {
    const { db, builder, mutex } = this.#deps;
    return mutex.runExclusive(projectId, async () => {
      const replaced = await this.#replacePart(projectId, "issues", async (fencingToken) => {
        await linkIssues(db, projectId, signal, fencingToken);
        return builder.buildIssues(issueBatches(db, projectId), { signal });
      });
      await this.#linkPages(projectId, signal);
      return replaced;
    });
  }

  pages(projectId: string, signal: AbortSignal): Promise<readonly string[]> {
    const { db, builder, mutex } = this.#deps;
    return mutex.runExclusive(projectId, async () => {
      const replaced = await this.#replacePart(projectId, "pages", () =>
        builder.buildPages(pageBatches(db, projectId), { signal }),
      );
      await this.#linkPages(projectId, signal);
      return replaced;
    });
  }

  /** @returns the blobs that only the replaced part named */
  async #replacePart<Part extends "issues" | "pages">(
    projectId: string,
    part: Part,
    build: (fencingToken: number) => Promise<Manifest[Part]>,
  ): Promise<readonly string[]> {
    const { db } = this.#deps;
    const hasRows = await hasItems(db, part, projectId);
    if (!hasRows && (await readManifest(db, projectId))[part] === null) return [];
    const fencingToken = await nextFencingToken(db, projectId);
    if (fencingToken === undefined) return [];
    const built = hasRows ? await build(fencingToken) : null;
    let replaced: readonly string[] = [];
    const swap = (manifest: Manifest): Manifest => {
      replaced = [...blobsOf({ ...emptyManifest(), [part]: manifest[part] })];
      return { ...manifest, [part]: built };
    };
    await swapManifest(db, projectId, swap, { part, fencingToken });
    return replaced;
  }

  /** Pages name issues, and files and symbols also where the project has no tracker. */
  async #linkPages(projectId: string, signal: AbortSignal): Promise<void> {
    const { db, blobs } = this.#deps;
    if (await hasItems(db, "pages", projectId)) await linkPages(db, blobs, projectId, signal);
  }
}
