import { deleteCommitsOfSource, deleteIdleAuthors } from "../../db/tables/commits/commitStorage.ts";
import { deleteMailmap } from "../../db/tables/commits/mailmaps.ts";
import { countItems } from "../../db/tables/sources/sourceCounts.ts";
import { updateDefaultBranch } from "../../db/tables/sources/sourceSync.ts";
import { vacuumAnalyze } from "../../db/vacuumAnalyze.ts";
import { isOfFolders, withoutSource } from "../../index/manifest.ts";
import type { Mirrored } from "../../sources/git/mirror.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { noteCommits } from "../notices/sourceNotices.ts";
import { RequestSync } from "../requests/RequestSync.ts";
import { retryOnRateLimit } from "../source/retryOnRateLimit.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import { type SyncCursor, type SyncedSource, storeCursor, updateCursor } from "../source/SyncedSource.ts";
import { swapManifest } from "../store/storedManifest.ts";
import { noteSuspiciousEntries } from "./noteSuspiciousEntries.ts";
import { forgetOtherFolders } from "./forgetOtherFolders.ts";
import { withNearestOfRefs } from "./nearestOfRefs.ts";
import { RefSync } from "./RefSync.ts";
import { RepositoryIndex } from "./RepositoryIndex.ts";
import { isReadByTracker } from "../source/isReadByTracker.ts";
import { asDamage, asLimit } from "./repositoryFailure.ts";
import { storeHistory } from "./storeHistory.ts";
import { storeMailmap } from "./storeMailmap.ts";
import { storeRules } from "./storeRules.ts";
import { type ListedRefs, storeRefs } from "./storeRefs.ts";

/**
 * Copies and indexes a repository. Each step checks what exists and does what is missing, so an interrupted sync resumes where it stopped:
 * mirror, files (searchable from here on), history, commits, symbols, branches and tags, requests, commit-graph.
 */
export class RepositorySync {
  readonly #source: SyncedSource;
  readonly #context: SyncContext;
  readonly #folder: string;
  #cursor: SyncCursor;

  constructor(source: SyncedSource, context: SyncContext) {
    this.#source = source;
    this.#context = context;
    this.#folder = context.sources.mirrorFolder(source.id);
    this.#cursor = source.cursor;
  }

  /** @returns how many commits are stored */
  async run(): Promise<number> {
    const { db } = this.#context;
    const remote = await this.#updateMirror();
    await updateDefaultBranch(db, this.#source.id, remote.branch);
    const head = remote.commit;
    if (head === null) {
      await this.#clear();
      return 0;
    }
    this.#requireChangedSinceRefusal(head);
    try {
      await this.#syncHead(head, remote);
      await this.#syncLinks();
    } catch (error) {
      await this.#rethrow(error, head);
    }
    await this.#updateCommitGraph();
    return countItems(db, "git_commits", this.#source.id);
  }

  async #updateMirror(): Promise<Mirrored> {
    const { sources, progress, signal } = this.#context;
    progress.report("connect");
    const remote = await retryOnRateLimit(this.#context, () =>
      sources.updateMirror(this.#source.id, this.#context.access(), {
        signal,
        companyId: this.#source.companyId,
        // Resolving follows receiving and counts from zero: it is the second half of one progress bar.
        onProgress: ({ phase, done, total }) => {
          progress.report("fetch", phase === "receive" ? done : total + done, total === 0 ? null : total * 2);
        },
      }),
    );
    signal.throwIfAborted();
    return remote;
  }

  /** Last, since everything else is there without it. A failure costs the speed of blame and history only, and the next sync continues. */
  async #updateCommitGraph(): Promise<void> {
    const { sources, signal } = this.#context;
    try {
      await sources.updateCommitGraph(this.#source.id, signal);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
    }
  }

  /** Removes what is stored of a repository that lost all its commits. */
  async #clear(): Promise<void> {
    const { db } = this.#context;
    const { id, projectId } = this.#source;
    this.#cursor = await forgetOtherFolders(db, this.#source, this.#cursor);
    if (this.#cursor.head === null) return;
    await deleteCommitsOfSource(db, id);
    await deleteMailmap(db, id);
    await storeRefs(db, id, { branches: new Map(), tags: new Map() });
    await storeCursor(db, id, { ...this.#cursor, head: null });
    await swapManifest(db, projectId, (manifest) => withoutSource(manifest, id));
  }

  /** @throws SourceError for a commit that was beyond the limits, unless a limit has changed or a user requests the sync */
  #requireChangedSinceRefusal(head: string): void {
    const { maxFiles, isManual } = this.#context;
    const { refused } = this.#cursor;
    const isSame =
      refused?.head === head && refused.mostFiles === maxFiles && isOfFolders(refused, this.#source.folders);
    if (refused && isSame && !isManual) throw new SourceError("too_large", refused.text);
  }

  async #syncHead(head: string, { branch, branches, tags }: Mirrored): Promise<void> {
    const { db, signal } = this.#context;
    const { id: sourceId, folders } = this.#source;
    const folder = this.#folder;
    const index = new RepositoryIndex(this.#source, this.#context, { folder, head, branch });
    await index.buildFiles();
    await noteSuspiciousEntries(this.#context, {
      folder,
      head,
      folders,
      skipped: (await index.codePart())?.skipped,
    });
    const listed = { branches: withoutHead(branches, branch), tags };
    await storeRefs(db, sourceId, listed);
    await storeMailmap(db, { sourceId, folder, head, signal });
    await storeRules(db, this.#source, { folder, head, signal });
    this.#cursor = await forgetOtherFolders(db, this.#source, this.#cursor);
    await this.#storeHistory(head);
    await index.buildCommits();
    await index.buildSymbols();
    await index.mergeLayers();
    await new RefSync(this.#source, this.#context, branch).run();
    await this.#fetchListed(head, listed);
  }

  /** After the refs that the project names. A failure leaves new ones closed until the next sync: nothing that is indexed needs them. */
  async #fetchListed(head: string, listed: ListedRefs): Promise<void> {
    const { db, sources, access, signal } = this.#context;
    try {
      // The last ones are fetched first: branches, then the newest tags.
      const refs = new Map([
        ...[...listed.tags].map(([name, hash]) => [`refs/tags/${name}`, hash] as const),
        ...[...listed.branches].map(([name, hash]) => [`refs/heads/${name}`, hash] as const),
      ]);
      const outside = await sources.fetchListed(this.#source.id, access(), { head, refs }, signal);
      const { folders } = this.#source;
      const place = { folder: this.#folder, head, folders, signal };
      await storeRefs(db, this.#source.id, listed, await withNearestOfRefs(place, [...refs.values()], outside));
    } catch (error) {
      if (signal.aborted || !(error instanceof SourceError)) throw error;
      // What the host sends was left out before: the damage is on this disk.
      if (error.code === "damaged") await sources.retireShared(this.#source.id);
    }
  }

  async #storeHistory(head: string): Promise<void> {
    const { db, progress, signal, maxFiles } = this.#context;
    const changed = await storeHistory(db, {
      sourceId: this.#source.id,
      folder: this.#folder,
      head,
      storedHead: this.#cursor.head,
      folders: this.#source.folders,
      signal,
      maxFiles,
      onProgress: (done, total) => {
        progress.report("history", done, total);
      },
    });
    if (this.#cursor.head === null) await deleteIdleAuthors(db, this.#source.id);
    await vacuumAnalyze(db, ["git_commits", "git_changes", "git_paths", "git_authors"], changed);
    const next = { ...this.#cursor, head, isIndexBehind: changed > 0 || this.#cursor.isIndexBehind };
    await db.transaction().execute(async (tx) => {
      if (this.#cursor.head !== head) await storeCursor(tx, this.#source.id, next);
      await noteCommits(tx, this.#source);
    });
    this.#cursor = next;
  }

  /** Reads the requests, and links issues to the commits and requests that fix them. */
  async #syncLinks(): Promise<void> {
    const { db, progress, signal, rebuilds } = this.#context;
    const { id, projectId } = this.#source;
    const before = this.#cursor;
    const after = (await isReadByTracker(this.#context.db, this.#source))
      ? before
      : await new RequestSync(this.#source, this.#context, before).runOptional();
    if (after.isIndexBehind) {
      progress.report("links");
      await rebuilds.issues(projectId, signal);
      await storeCursor(db, id, { ...after, isIndexBehind: false });
    }
    if (before.refused) await updateCursor(db, id, { refused: null });
  }

  async #rethrow(error: unknown, head: string): Promise<never> {
    const { db, sources, signal, maxFiles } = this.#context;
    const { id } = this.#source;
    const limit = signal.aborted ? null : asLimit(error);
    if (limit) {
      await updateCursor(db, id, {
        refused: { head, mostFiles: maxFiles, folders: [...this.#source.folders], text: limit.text },
      });
      throw limit;
    }
    const failure = signal.aborted ? error : asDamage(error);
    // The mirror, or what it shares, may be what is damaged: the next sync makes a new one. Everything that was stored is kept.
    if (failure instanceof SourceError && failure.code === "damaged") {
      await sources.retireShared(id);
      await sources.removeMirror(id);
    }
    throw failure;
  }
}

const withoutHead = (branches: ReadonlyMap<string, string>, head: string | null): ReadonlyMap<string, string> =>
  new Map([...branches].filter(([name]) => name !== head));
