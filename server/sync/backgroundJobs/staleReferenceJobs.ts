import { createHash } from "node:crypto";
import { DAY_MS, HOUR_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyOfProject, lockProjectForReferences } from "../../db/tables/projects/projects.ts";
import { deleteMarksOfGonePages } from "../../db/tables/issues/itemMarks.ts";
import { listSourceIds } from "../../db/tables/sources/sources.ts";
import {
  type ReferenceCheckRow,
  findReferenceCheck,
  listComparedPages,
  listDeletedSymbols,
  listPathsFoundRemoved,
  replaceStaleReferences,
  requestReferenceCheck,
  updateReferenceCheck,
  upsertDeletedSymbols,
} from "../../db/tables/pages/staleReferences.ts";
import { vacuumAnalyze } from "../../db/vacuumAnalyze.ts";
import type { DeletedSymbolFacts } from "../../engines/documents/deletedSymbols.ts";
import type { ProjectStaleReferences } from "../../engines/documents/staleReferences.ts";
import {
  COMPARISON_LIMITS,
  ComparisonError,
  type ComparisonLimits,
  findStaleReferencesInThread,
} from "./staleReferenceThread.ts";
import { writeRuleEvents } from "../../events/writeRuleEvents.ts";
import type { BlobsLocation } from "../../index/blobs/openBlobs.ts";
import type { Manifest } from "../../index/manifest.ts";
import { CHECK_REFERENCES, type CheckReferencesJob } from "../../jobs/jobNames.ts";
import type { JobContext, Queue } from "../../jobs/Queue.ts";
import { sendOnceMore } from "../../jobs/sendOnceMore.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { readStoredManifest } from "../store/storedManifest.ts";

/** Increase when what is found changes. */
const CHECK_VERSION = 1;
/** How long the result stays that was found while a repository could not be read. */
const UNREAD_RETRY_MS = HOUR_MS;
/** How long a project whose comparison took too much time or memory is not compared, whatever changes. */
const FAILED_RETRY_MS = DAY_MS;
/**
 * Ten retries wait 17 to 34 hours in all; a sync meanwhile may send a second job, with as many attempts. After that one good sync a day
 * tries once.
 */
const RETRIES = { retryLimit: 10, retryDelaySeconds: 60 };
/** Concurrent jobs, of different companies. */
const CONCURRENCY = 2;

export interface StaleReferenceJobsOptions {
  readonly db: Db;
  readonly queue: Queue;
  readonly blobs: BlobsLocation;
  /** The mirror of a repository, copied to this machine first where it is not there. */
  readonly mirrorOf: (sourceId: string, signal: AbortSignal) => Promise<string>;
  readonly onError: (error: unknown) => void;
  readonly limits?: ComparisonLimits;
}

/**
 * Compares the names in a project's pages with its code and with the histories of its repositories, in the background and in its own thread.
 * A state of the index that was compared before is not compared again.
 */
export function createStaleReferenceJobs(options: StaleReferenceJobsOptions) {
  const { db, queue } = options;
  return {
    register: () => {
      queue.register<CheckReferencesJob>(
        CHECK_REFERENCES,
        ({ projectId }, context) => checkProject(options, projectId, context),
        { concurrency: CONCURRENCY, concurrencyPerGroup: 1, ...RETRIES },
      );
    },
    /** Called after each good sync of a source. */
    request: async (projectId: string): Promise<void> => {
      const [check, manifest] = [await findReferenceCheck(db, projectId), await readStoredManifest(db, projectId)];
      const requested = digestOf(manifest);
      const group = await findCompanyOfProject(db, projectId);
      if (group === undefined) return;
      // Also for a state that is compared already: the job of an earlier sync may have read the manifest of this one.
      await requestReferenceCheck(db, projectId, requested);
      if (check && isSettled(check, requested)) return;
      const job: CheckReferencesJob = { projectId };
      await sendOnceMore(queue, CHECK_REFERENCES, job, { singletonKey: projectId, group });
    },
  };
}

/** This state is not to be compared now: it was, or a comparison failed. */
function isSettled({ checked, failed, retry_at }: ReferenceCheckRow, state: string): boolean {
  if (retry_at !== null && retry_at.getTime() <= Date.now()) return false;
  return failed === null ? checked === state : failed === state || retry_at !== null;
}

/** Identifies what is compared: the code, its history and the pages. */
function digestOf({ code, commits, pages }: Manifest): string {
  const states = [
    ...code.map(({ source, commit }) => ["code", source, commit]),
    ...commits.map(({ source, head }) => ["history", source, head]),
  ]
    .map((state) => state.join(" "))
    .sort();
  return createHash("sha256")
    .update(JSON.stringify([CHECK_VERSION, states, pages?.table]))
    .digest("hex");
}

async function checkProject(options: StaleReferenceJobsOptions, projectId: string, context: JobContext): Promise<void> {
  const { db, onError } = options;
  const { signal, isLastAttempt } = context;
  const manifest = await readStoredManifest(db, projectId);
  const state = digestOf(manifest);
  const check = await findReferenceCheck(db, projectId);
  if (!check || isSettled(check, state)) return;
  try {
    await compare(options, projectId, manifest, signal);
  } catch (error) {
    const isPermanent = error instanceof ComparisonError;
    const failedBefore = check.failed !== null && check.retry_at !== null;
    // The queue tries again: what was found before is kept, and the state counts as not compared.
    if (signal.aborted || !(isPermanent || isLastAttempt || failedBefore)) throw error;
    onError(error);
    // An error of the program would come again after every sync that changes nothing.
    const retryAt = isPermanent ? null : new Date(Date.now() + FAILED_RETRY_MS);
    await updateReferenceCheck(db, projectId, { failed: state, retry_at: retryAt });
  }
}

async function compare(
  options: StaleReferenceJobsOptions,
  projectId: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<void> {
  const { db, blobs, limits = COMPARISON_LIMITS } = options;
  const repositories = manifest.code.map(({ source }) => source);
  const mirrors = await readableMirrors(options, repositories, signal);
  const [previousFacts, removedPaths] = [await readFacts(db, repositories), await readRemovedPaths(db, repositories)];
  const facts = new Map<string, DeletedSymbolFacts>();
  const onRead = (source: string, read: DeletedSymbolFacts): Map<string, DeletedSymbolFacts> => facts.set(source, read);
  const task = { blobs, manifest, mirrors, previousFacts, removedPaths };
  let staleReferences: ProjectStaleReferences;
  try {
    staleReferences = await findStaleReferencesInThread(task, { ...limits, onRead }, signal);
  } finally {
    // Also when it failed: the next attempt does not read these histories again.
    await db.transaction().execute((tx) => storeFacts(tx, projectId, facts));
  }
  await db.transaction().execute((tx) => storeFound(tx, projectId, manifest, staleReferences));
  await vacuumAnalyze(db, ["checked_pages", "stale_references"], staleReferences.pages.length);
}

async function readableMirrors(
  { mirrorOf }: StaleReferenceJobsOptions,
  repositories: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const mirrors = new Map<string, string>();
  for (const id of repositories) {
    try {
      mirrors.set(id, await mirrorOf(id, signal));
    } catch (error) {
      // Its mirror is on the disk of another worker, and its host does not give another copy now.
      if (!(error instanceof SourceError)) throw error;
    }
  }
  return mirrors;
}

async function readFacts(db: Db, repositories: readonly string[]): Promise<Map<string, DeletedSymbolFacts>> {
  const rows = await listDeletedSymbols(db, repositories);
  return new Map(
    rows.map(({ source_id, head, since, reread_from: rereadFrom, names }) => [
      source_id,
      { head, since: since?.getTime() ?? null, rereadFrom, names },
    ]),
  );
}

async function readRemovedPaths(db: Db, repositories: readonly string[]): Promise<Map<string, Set<string>>> {
  const bySource = Map.groupBy(await listPathsFoundRemoved(db, repositories), ({ removed_from }) => removed_from);
  return new Map([...bySource].map(([id, rows]) => [id, new Set(rows.map(({ file }) => file))]));
}

async function storeFacts(tx: Db, projectId: string, facts: ReadonlyMap<string, DeletedSymbolFacts>): Promise<void> {
  if (facts.size === 0 || !(await lockProjectForReferences(tx, projectId))) return;
  // A source may have been removed meanwhile.
  const sources = await listSourceIds(tx, projectId);
  await upsertDeletedSymbols(
    tx,
    sources.flatMap((id) => {
      const read = facts.get(id);
      if (!read) return [];
      const { head, since, rereadFrom, names } = read;
      return {
        source_id: id,
        head,
        since: since === null ? null : new Date(since),
        reread_from: rereadFrom,
        names: JSON.stringify(names),
      };
    }),
  );
}

async function storeFound(
  tx: Db,
  projectId: string,
  manifest: Manifest,
  { pages, isRead, since }: ProjectStaleReferences,
): Promise<void> {
  if (!(await lockProjectForReferences(tx, projectId))) return;
  const sources = await listSourceIds(tx, projectId);
  // A source may have been removed meanwhile.
  const isThere = (id: string): boolean => sources.includes(id);
  // A page of a wiki may have been restricted meanwhile: pages of an older index are left to the next comparison.
  const isCurrent = (await readStoredManifest(tx, projectId)).pages?.table === manifest.pages?.table;
  const repositories = new Set(manifest.code.map(({ source }) => source));
  const there = pages.filter(({ source }) => isThere(source) && (isCurrent || repositories.has(source)));
  const before = await listComparedPages(tx, sources);
  await replaceStaleReferences(
    tx,
    sources,
    there.map(({ source, path, checked: names }) => ({ source_id: source, path, names })),
    there.flatMap(({ source, path, items }) =>
      items.flatMap(({ name, kind, lines, source: removedFrom, removal }) =>
        isThere(removedFrom)
          ? {
              source_id: source,
              path,
              name,
              kind,
              lines: JSON.stringify(lines),
              removed_from: removedFrom,
              hash: removal.hash,
              title: removal.title,
              author: removal.author,
              removed_at: new Date(removal.at),
              file: removal.path,
              successor: removal.now,
            }
          : [],
      ),
    ),
  );
  // Of a source without a compared page it is not known which pages are gone.
  await deleteMarksOfGonePages(tx, [...new Set(there.map(({ source }) => source))]);
  const state = digestOf(manifest);
  const outdated = there.filter(({ items }) => items.some(({ source }) => isThere(source)));
  await noteOutdated(tx, { projectId, state, before, outdated });
  await updateReferenceCheck(tx, projectId, {
    checked: state,
    failed: null,
    is_read: isRead,
    since: since === null ? null : new Date(since),
    retry_at: isRead ? null : new Date(Date.now() + UNREAD_RETRY_MS),
  });
}

/** Stores the events of pages that have become outdated. One that was not compared before has not become so since. */
async function noteOutdated(
  tx: Db,
  {
    projectId,
    state,
    before,
    outdated,
  }: {
    readonly projectId: string;
    readonly state: string;
    readonly before: ReadonlyMap<string, boolean>;
    readonly outdated: readonly { readonly source: string; readonly path: string }[];
  },
): Promise<void> {
  await writeRuleEvents(
    tx,
    projectId,
    outdated
      .filter(({ source, path }) => before.get(`${source} ${path}`) === false)
      .map(({ source, path }) => ({
        event: "page.outdated",
        key: `page.outdated ${createHash("sha256").update(`${source} ${path} ${state}`).digest("hex")}`,
        subject: { kind: "source", id: source },
        detail: path,
      })),
  );
}
