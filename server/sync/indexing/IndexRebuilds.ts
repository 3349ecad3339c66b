import type { KeyedMutex } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import { hasItems } from "../../db/tables/sources/sourceCounts.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { IndexBuilder } from "../../index/build/builder.ts";
import type { Manifest } from "../../index/manifest.ts";
import { linkIssues } from "../links/linkIssues.ts";
import { linkPages } from "../links/linkPages.ts";
import type { Rebuilds } from "../source/SyncContext.ts";
import { type BuildToken, nextFencingToken, readStoredManifest, swapManifest } from "../store/storedManifest.ts";
import { issueBatches } from "./issueBatches.ts";
import { requestBatches } from "./requestBatches.ts";
import { pageBatches } from "./pageBatches.ts";

type ProjectPart = "issues" | "requests" | "pages";

/** The parts of the manifest that a build replaces. */
const PARTS_OF_BUILD = { issues: ["issues", "requests"], pages: ["pages"] } as const satisfies Record<
  BuildToken["part"],
  readonly ProjectPart[]
>;
const TABLE_OF_PART = { issues: "issues", requests: "change_requests", pages: "pages" } as const;

export interface IndexRebuildsDeps {
  readonly db: Db;
  readonly builder: IndexBuilder;
  readonly blobs: Blobs;
  readonly mutex: KeyedMutex;
}

/** Builds the parts of an index that need a whole project: its issues and requests, and its pages, with their links to each other and to the code. */
export class IndexRebuilds implements Rebuilds {
  readonly #deps: IndexRebuildsDeps;

  constructor(deps: IndexRebuildsDeps) {
    this.#deps = deps;
  }

  issues(projectId: string, signal: AbortSignal): Promise<void> {
    return this.#deps.mutex.runExclusive(projectId, async () => {
      await this.#replaceIssues(projectId, signal);
      await this.#linkPages(projectId, signal);
    });
  }

  pages(projectId: string, signal: AbortSignal): Promise<void> {
    const { db, builder, mutex } = this.#deps;
    return mutex.runExclusive(projectId, async () => {
      await this.#replace(projectId, "pages", async (has) => ({
        pages: has.pages ? await builder.buildPages(pageBatches(db, projectId), { signal }) : null,
      }));
      await this.#linkPages(projectId, signal);
    });
  }

  /** Issues and requests are one build: both name the same commits. */
  #replaceIssues(projectId: string, signal: AbortSignal): Promise<void> {
    const { db, builder } = this.#deps;
    return this.#replace(projectId, "issues", async (has, fencingToken) => {
      if (has.issues) await linkIssues(db, projectId, signal, fencingToken);
      return {
        issues: has.issues ? await builder.buildIssues(issueBatches(db, projectId), { signal }) : null,
        requests: has.requests ? await builder.buildRequests(requestBatches(db, projectId), { signal }) : null,
      };
    });
  }

  async #replace(
    projectId: string,
    part: BuildToken["part"],
    build: (has: Record<ProjectPart, boolean>, fencingToken: number) => Promise<Partial<Manifest>>,
  ): Promise<void> {
    const { db } = this.#deps;
    const parts = PARTS_OF_BUILD[part];
    const has = { issues: false, requests: false, pages: false };
    for (const tablePart of parts) has[tablePart] = await hasItems(db, TABLE_OF_PART[tablePart], projectId);
    const before = await readStoredManifest(db, projectId);
    if (parts.every((tablePart) => !has[tablePart] && before[tablePart] === null)) return;
    const fencingToken = await nextFencingToken(db, projectId);
    if (fencingToken === undefined) return;
    const built = await build(has, fencingToken);
    await swapManifest(db, projectId, (manifest) => ({ ...manifest, ...built }), { part, fencingToken });
  }

  /** Pages name issues, and files and symbols also where the project has no tracker. */
  async #linkPages(projectId: string, signal: AbortSignal): Promise<void> {
    const { db, blobs } = this.#deps;
    if (await hasItems(db, "pages", projectId)) await linkPages(db, blobs, projectId, signal);
  }
}
