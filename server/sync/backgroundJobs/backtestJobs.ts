import { withTemporaryFolder } from "../../withTemporaryFolder.ts";
import { mirrorsOf } from "../../jobs/mirrorsOf.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteBacktestsBeyond, findBacktestRun, listOpenBacktests } from "../../db/tables/insights/backtests.ts";
import { readIssueBodies } from "../../db/tables/issues/issueIndexing.ts";
import { backtestInThread } from "./backtestThread.ts";
import type { BlobsLocation } from "../../index/blobs/openBlobs.ts";
import type { JobContext, Queue } from "../../jobs/Queue.ts";
import { RUN_BACKTEST, type RunBacktestJob } from "../../jobs/jobNames.ts";
import { createRunJobs, type RunJobs } from "../../jobs/createRunJobs.ts";
import { BacktestProgress } from "./BacktestProgress.ts";
import { readStoredManifest } from "../store/storedManifest.ts";
import { message, serializeMessage } from "../../messages/messages.ts";

/** Number of fixed issues in a backtest. */
const MAX_CASES = 60;
/** Runs of one project that are kept. */
const MAX_KEPT_RUNS = 10;

export interface BacktestJobsDeps {
  readonly db: Db;
  readonly queue: Queue;
  readonly blobs: BlobsLocation;
  /** The mirror of a repository, copied to this machine first where it is not there. */
  readonly mirrorOf: (sourceId: string, signal: AbortSignal) => Promise<string>;
  readonly onError: (error: unknown) => void;
}

/** Runs requested backtests, one at a time. */
export const createBacktestJobs = (deps: BacktestJobsDeps): RunJobs =>
  createRunJobs<RunBacktestJob>(deps.queue, {
    jobName: RUN_BACKTEST,
    idOf: ({ backtestId }) => backtestId,
    listOpen: (time) => listOpenBacktests(deps.db, time),
    run: (id, context) => runRequestedBacktest(deps, id, context),
    endInterrupted: (id) => endInterrupted(deps, id),
  });

/** Ends a run that no job works on any more, unless it has ended meanwhile. */
async function endInterrupted({ db, onError }: Pick<BacktestJobsDeps, "db" | "onError">, id: string): Promise<void> {
  const run = await findBacktestRun(db, id);
  if (!run || run.state === "done" || run.state === "failed") return;
  const error = serializeMessage(message("backtest.interrupted"));
  await new BacktestProgress(db, { ...run, id }, onError).finish({ state: "failed", error });
}

async function runRequestedBacktest(
  { db, blobs, mirrorOf, onError }: BacktestJobsDeps,
  backtestId: string,
  { signal, isLastAttempt }: Pick<JobContext, "signal" | "isLastAttempt">,
): Promise<void> {
  const run = await findBacktestRun(db, backtestId);
  if (!run || run.state === "done" || run.state === "failed") return;
  const progress = new BacktestProgress(db, { ...run, id: backtestId }, onError);
  try {
    await progress.begin();
    const manifest = await readStoredManifest(db, run.project_id);
    const mirrors = await mirrorsOf(manifest, mirrorOf, signal);
    const result = await withTemporaryFolder("clew-backtest-", (folder) =>
      backtestInThread(
        { blobs, pastBlobs: { driver: "files", folder }, manifest, mirrors, cases: MAX_CASES },
        {
          signal,
          bodiesOf: (ids) => readIssueBodies(db, run.project_id, ids),
          onProgress: (done, total) => progress.report(done, total),
        },
      ),
    );
    const done = result.cases + result.skipped.no_code;
    await progress.finish({ state: "done", done, total: done, result: JSON.stringify(result) });
    await deleteBacktestsBeyond(db, run.project_id, MAX_KEPT_RUNS);
  } catch (error) {
    await progress.flush();
    if (signal.aborted) {
      // The server stops, or the attempt took too long: the job begins again, unless this was its last attempt.
      if (isLastAttempt) await endInterrupted({ db, onError }, backtestId);
      throw error;
    }
    onError(error);
    await progress.finish({ state: "failed", error: serializeMessage(message("backtest.failed")) });
  }
}
