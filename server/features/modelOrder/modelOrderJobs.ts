/** Runs of the model's order on the past of a project: one case after the other, each stored, so that a run continues after a restart. */
import { withTemporaryFolder } from "../../withTemporaryFolder.ts";
import { mirrorsOf } from "../../jobs/mirrorsOf.ts";
import { sleep } from "../../concurrency.ts";
import { z } from "zod";
import type { ModelOrderResult } from "../../../contract/issues/modelOrder.ts";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { CompanyModelRow } from "../../db/tables/companies/companyModels.ts";
import { readIssueBodies } from "../../db/tables/issues/issueIndexing.ts";
import {
  deleteModelOrderRunsBeyond,
  findModelOrderRun,
  insertModelOrderCase,
  listModelOrderCases,
  listOpenModelOrderRuns,
  type ModelOrderCase,
  updateModelOrderRun,
} from "../../db/tables/insights/modelOrders.ts";
import { findRuleMember } from "../../db/tables/rules/ruleItems.ts";
import { compareOrders, isBetter } from "../../engines/modelOrder/compareOrders.ts";
import { MAX_ORDER_CASES, type PastOrder, ranksOf } from "../../engines/modelOrder/pastOrders.ts";
import { pastOrdersInThread } from "./pastOrdersThread.ts";
import { Conflict, TooMany } from "../../errors.ts";
import type { BlobsLocation } from "../../index/blobs/openBlobs.ts";
import type { Manifest } from "../../index/manifest.ts";
import { RUN_MODEL_ORDER, type RunModelOrderJob } from "../../jobs/jobNames.ts";
import type { JobContext, Queue } from "../../jobs/Queue.ts";
import { type Message, message, serializeMessage } from "../../messages/messages.ts";
import { createRunJobs, type RunJobs } from "../../jobs/createRunJobs.ts";
import { endModelOrders } from "../ask/endModelOrders.ts";
import { askOrder, type AskedOrder, type OrderDeps } from "./askOrder.ts";
import { findUsableModel, isFor } from "./modelOrder.ts";

/** Runs of one project that are kept. */
const MAX_KEPT_RUNS = 10;
/** Milliseconds for all requests of one case. */
const CASE_TIMEOUT_MS = 3 * MINUTE_MS;
/** Tries of a case that a busy server refuses, and the seconds between them at most. */
const TRIES = 4;
const LONGEST_WAIT_SECONDS = 60;
/** Consecutive cases without an answer after which the run stops. */
const MAX_FAILED_CASES = 3;

export interface ModelOrderJobsDeps extends OrderDeps {
  readonly queue: Queue;
  readonly blobs: BlobsLocation;
  readonly manifestOf: (projectId: string) => Promise<Manifest>;
  /** The mirror of a repository, copied to this machine first where it is not there. */
  readonly mirrorOf: (sourceId: string, signal: AbortSignal) => Promise<string>;
  readonly onError: (error: unknown) => void;
}

/** Runs requested measurements of the model's order, one at a time. */
export const createModelOrderJobs = (deps: ModelOrderJobsDeps): RunJobs =>
  createRunJobs<RunModelOrderJob>(deps.queue, {
    jobName: RUN_MODEL_ORDER,
    idOf: ({ runId }) => runId,
    listOpen: (time) => listOpenModelOrderRuns(deps.db, time),
    run: (id, context) => runModelOrder(deps, id, context),
    endInterrupted: (id) => failRun(deps, id, message("model_order.interrupted")),
  });

/** Ends a run with its reason, unless it has ended meanwhile. */
const failRun = ({ db, now }: Pick<ModelOrderJobsDeps, "db" | "now">, id: string, error: Message): Promise<boolean> =>
  updateModelOrderRun(db, { id }, { error: serializeMessage(error), state: "failed", finished_at: now() });

type Run = NonNullable<Awaited<ReturnType<typeof findModelOrderRun>>>;

/** What ends a run before its last case, in words for people. Cases until then stay. */
class Stopped extends Error {
  readonly text: Message | null;

  /** @param text null: a user has cancelled it */
  constructor(text: Message | null) {
    super("The run has stopped.");
    this.text = text;
  }
}

async function runModelOrder(
  deps: ModelOrderJobsDeps,
  runId: string,
  { signal, isLastAttempt }: Pick<JobContext, "signal" | "isLastAttempt">,
): Promise<void> {
  const { db, blobs, onError, manifestOf, mirrorOf } = deps;
  const run = await findModelOrderRun(db, runId);
  if (!run || (run.state !== "queued" && run.state !== "running")) return;
  try {
    await updateModelOrderRun(db, { id: runId }, { state: "running" });
    const stored = await listModelOrderCases(db, runId);
    const manifest = await manifestOf(run.project_id);
    const mirrors = await mirrorsOf(manifest, mirrorOf, signal);
    const asker = new CaseAsker(deps, run, signal);
    await withTemporaryFolder("clew-model-order-", (folder) =>
      pastOrdersInThread(
        {
          blobs,
          pastBlobs: { driver: "files", folder },
          manifest,
          mirrors,
          cases: MAX_ORDER_CASES,
          skip: stored.map((row) => row.issue_id),
        },
        {
          signal,
          bodiesOf: (ids) => readIssueBodies(db, run.project_id, ids),
          onTotal: (total) => void updateModelOrderRun(db, { id: runId }, { total }).catch(onError),
          onCase: (order) => asker.ask(order),
        },
      ),
    );
    const result = resultOf(await listModelOrderCases(db, runId));
    await db.transaction().execute(async (tx) => {
      const change = { result: JSON.stringify(result), state: "done", finished_at: deps.now() } as const;
      // A run that was cancelled or failed meanwhile turns nothing off.
      if (!(await updateModelOrderRun(tx, { id: runId }, change)) || isBetter(result.files)) return;
      await endModelOrders(tx, { projectId: run.project_id }, message("model_order.not_better"), deps.now());
    });
    await deleteModelOrderRunsBeyond(db, run.project_id, MAX_KEPT_RUNS);
  } catch (error) {
    if (signal.aborted) {
      // The server stops, or the attempt took too long: the job begins again, unless this was its last attempt.
      if (isLastAttempt) await failRun(deps, runId, message("model_order.interrupted"));
      throw error;
    }
    if (error instanceof Stopped) {
      if (error.text !== null) await failRun(deps, runId, error.text);
      return;
    }
    onError(error);
    await failRun(deps, runId, message("model_order.failed"));
  }
}

/** Asks about the cases of a run, as the user who started it. */
class CaseAsker {
  readonly #deps: ModelOrderJobsDeps;
  readonly #run: Run;
  readonly #signal: AbortSignal;
  #failed = 0;

  constructor(deps: ModelOrderJobsDeps, run: Run, signal: AbortSignal) {
    this.#deps = deps;
    this.#run = run;
    this.#signal = signal;
  }

  /** @throws Stopped */
  async ask(order: PastOrder | null): Promise<void> {
    const { db } = this.#deps;
    if (order === null) return void (await this.#check());
    const answer = await this.#askAgain(order);
    if (answer === null) return;
    this.#failed = answer.fallback === "failed" ? this.#failed + 1 : 0;
    if (this.#failed >= MAX_FAILED_CASES && answer.reason !== null) throw new Stopped(answer.reason);
    const ranks: StoredCase = { ...ranksOf(order, answer.order), fallback: answer.fallback };
    await insertModelOrderCase(db, { runId: this.#run.id, issueId: order.issue }, JSON.stringify(ranks), answer.usage);
  }

  /** The model as it is now, while the run is still wanted and allowed. */
  async #check(): Promise<{ model: CompanyModelRow; userId: string }> {
    const { db } = this.#deps;
    const run = await findModelOrderRun(db, this.#run.id);
    if (run?.state !== "running") throw new Stopped(null);
    const member = run.started_by === null ? undefined : await findRuleMember(db, run.started_by, run.project_id);
    if (!member || !mayInProject(member.role, "backtest.start")) throw new Stopped(message("model_order.left"));
    const model = await findUsableModel(db, run.company_id);
    if (!model || !isFor(run, model)) throw new Stopped(message("model_order.changed"));
    return { model, userId: member.id };
  }

  /**
   * Waits for a server that is busy; what allows a request is checked before each. A limit of the company stops the run.
   * @returns null for an issue that the project does not have any more: it may be restricted since the index was made
   */
  async #askAgain(order: PastOrder): Promise<AskedOrder | null> {
    const { db } = this.#deps;
    const used = { requests: 0, tokens: 0, cost: 0 };
    for (let tries = 1; ; tries += 1) {
      const { model, userId } = await this.#check();
      const stored = await readIssueBodies(db, this.#run.project_id, [order.issue]);
      if (stored[order.issue] === undefined) return null;
      const question = { model, userId, report: order, candidates: order.candidates, timeoutMs: CASE_TIMEOUT_MS };
      const answer = await askOrder(this.#deps, question, this.#signal).catch((error: unknown) => {
        throw error instanceof Conflict ? new Stopped(error.text) : error;
      });
      used.requests += answer.usage.requests;
      used.tokens += answer.usage.tokens;
      used.cost += answer.usage.cost;
      if (!(answer.error instanceof TooMany) || tries === TRIES) return { ...answer, usage: used };
      const seconds = Math.min(answer.error.retryAfterSeconds, LONGEST_WAIT_SECONDS);
      await sleep(seconds * SECOND_MS, this.#signal);
    }
  }
}

const Rank = z.int().positive().nullable();
const Ranks = z.object({ ours: Rank, model: Rank });
const StoredCase = z.object({
  files: Ranks,
  functions: Ranks.nullable(),
  fallback: z.enum(["invalid", "failed"]).nullable(),
});
type StoredCase = z.infer<typeof StoredCase>;

/** The figures of all stored cases, also those of a process that has ended. */
function resultOf(rows: readonly Pick<ModelOrderCase, "ranks">[]): ModelOrderResult {
  const cases = rows.map(({ ranks }) => StoredCase.parse(ranks));
  const functions = cases.flatMap((row) => row.functions ?? []);
  const count = (fallback: StoredCase["fallback"]): number => cases.filter((row) => row.fallback === fallback).length;
  return {
    files: compareOrders(cases.map(({ files }) => files)),
    functions: functions.length === 0 ? null : compareOrders(functions),
    fallbacks: { invalid: count("invalid"), failed: count("failed") },
  };
}
