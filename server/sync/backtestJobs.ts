import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "../db/openDb.ts";
import { deleteBacktestsBeyond, findBacktestRun, updateBacktest } from "../db/tables/backtests.ts";
import { listIssueBodies } from "../db/tables/issueIndexing.ts";
import { backtestInThread } from "../engines/backtest/backtestThread.ts";
import { publish } from "../events/publish.ts";
import type { BlobsLocation } from "../index/blobs/openBlobs.ts";
import type { Queue } from "../jobs/Queue.ts";
import { RUN_BACKTEST, type RunBacktestJob } from "../jobs/jobNames.ts";
import { readManifest } from "./storedManifest.ts";
import { message, serializeMessage } from "../messages/messages.ts";

/** Number of fixed issues in a backtest. */
const MAX_CASES = 60;
/** Milliseconds between two words about how far it is. */
const WRITE_INTERVAL_MS = 1000;
/** Runs of one project that are kept. */
const MAX_KEPT_RUNS = 10;

export interface BacktestJobs {
  /** Names the handler. Before the queue starts. */
  register(): void;
}

/** Runs requested backtests, one at a time. */
export function createBacktestJobs(options: {
  readonly db: Db;
  readonly queue: Queue;
  readonly blobs: BlobsLocation;
  /** The mirror of a repository, copied to this machine first where it is not there. */
  readonly mirrorOf: (sourceId: string, signal: AbortSignal) => Promise<string>;
  readonly onError: (error: unknown) => void;
}): BacktestJobs {
  const { db, queue, blobs, mirrorOf } = options;

  const handle = async (
    { backtestId }: RunBacktestJob,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<void> => {
    const run = await findBacktestRun(db, backtestId);
    if (!run || run.state === "done" || run.state === "failed") return;
    const past = await mkdtemp(join(tmpdir(), "clew-backtest-"));
    // The title is shown for the last event alone; the events before it only move a progress bar.
    const writeProgress = async (
      type: "backtest.progress" | "backtest.finished",
      change: { state: "running" | "done" | "failed"; done?: number; total?: number; error?: string; result?: string },
    ): Promise<void> => {
      const end = type === "backtest.finished" ? { finished_at: new Date() } : {};
      await updateBacktest(db, backtestId, { ...change, ...end });
      await publish(db, {
        projectId: run.project_id,
        project: run.slug,
        type,
        title:
          change.state === "failed"
            ? message("notification.backtest_failed", { project: run.name })
            : message("notification.backtest_done", { project: run.name }),
        href: `/projects/${run.slug}/backtest`,
        data: { project: run.slug, state: change.state, done: change.done ?? 0, total: change.total ?? null },
      });
    };
    let toldAt = -Infinity;
    let reporting: Promise<void> = Promise.resolve();
    try {
      await writeProgress("backtest.progress", { state: "running", done: 0 });
      const manifest = await readManifest(db, run.project_id);
      const mirrors: Record<string, string> = {};
      for (const { source } of manifest.commits) mirrors[source] = await mirrorOf(source, signal);
      const result = await backtestInThread(
        {
          blobs,
          pastBlobs: { driver: "files", folder: past },
          manifest,
          mirrors,
          cases: MAX_CASES,
        },
        {
          signal,
          bodiesOf: (ids) => bodiesOf(db, run.project_id, ids),
          onProgress: (done, total) => {
            if (performance.now() - toldAt < WRITE_INTERVAL_MS) return;
            toldAt = performance.now();
            reporting = reporting
              .then(() => writeProgress("backtest.progress", { state: "running", done, total }))
              .catch(options.onError);
          },
        },
      );
      await reporting;
      const caseCount = result.cases + result.skipped.no_code;
      await writeProgress("backtest.finished", {
        state: "done",
        done: caseCount,
        total: caseCount,
        result: JSON.stringify(result),
      });
      await deleteBacktestsBeyond(db, run.project_id, MAX_KEPT_RUNS);
    } catch (error) {
      await reporting;
      // The server stops: the job restarts after the next start.
      if (signal.aborted) throw error;
      options.onError(error);
      const text = serializeMessage(message("backtest.failed"));
      await writeProgress("backtest.finished", { state: "failed", error: text });
    } finally {
      await rm(past, { recursive: true, force: true });
    }
  };

  return {
    register: () => {
      queue.register<RunBacktestJob>(RUN_BACKTEST, handle, { concurrency: 1, retryLimit: 3, retryDelaySeconds: 5 });
    },
  };
}

async function bodiesOf(db: Db, projectId: string, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const rows = await listIssueBodies(db, projectId, ids);
  return Object.fromEntries(rows.map(({ id, body }) => [id, body]));
}
