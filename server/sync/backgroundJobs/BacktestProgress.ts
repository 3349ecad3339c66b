import { updateBacktest } from "../../db/tables/insights/backtests.ts";
import type { Db } from "../../db/openDb.ts";
import { writeOutgoing } from "../../events/writeOutgoing.ts";
import { publish } from "../../events/publish.ts";
import { message } from "../../messages/messages.ts";

/** Milliseconds between two writes of the progress. */
const WRITE_INTERVAL_MS = 1000;

interface BacktestChange {
  readonly state: "running" | "done" | "failed";
  readonly done?: number;
  readonly total?: number;
  readonly error?: string;
  readonly result?: string;
}

interface Run {
  readonly id: string;
  readonly project_id: string;
  readonly slug: string;
  readonly name: string;
}

/** Stores the progress of one backtest, and sends it to the open screens. */
export class BacktestProgress {
  readonly #db: Db;
  readonly #run: Run;
  readonly #onError: (error: unknown) => void;
  #writtenAt = -Infinity;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, run: Run, onError: (error: unknown) => void) {
    this.#db = db;
    this.#run = run;
    this.#onError = onError;
  }

  begin(): Promise<void> {
    return this.#write("backtest.progress", { state: "running", done: 0 });
  }

  /** Writes at most once an interval, and does not wait for it. */
  report(done: number, total: number): void {
    if (performance.now() - this.#writtenAt < WRITE_INTERVAL_MS) return;
    this.#writtenAt = performance.now();
    this.#writing = this.#writing
      .then(() => this.#write("backtest.progress", { state: "running", done, total }))
      .catch(this.#onError);
  }

  /** Waits for what was reported. */
  flush(): Promise<void> {
    return this.#writing;
  }

  async finish(change: BacktestChange): Promise<void> {
    await this.flush();
    const { id, project_id: projectId } = this.#run;
    await this.#db.transaction().execute(async (tx) => {
      await this.#write("backtest.finished", change, tx);
      const subject = { kind: "backtest", id } as const;
      await writeOutgoing(tx, { projectId, companyId: null }, [
        { event: "backtest.finished", key: `backtest.finished ${id}`, subject },
      ]);
    });
  }

  async #write(type: "backtest.progress" | "backtest.finished", change: BacktestChange, db = this.#db): Promise<void> {
    const { id, project_id: projectId, slug: project, name } = this.#run;
    const end = type === "backtest.finished" ? { finished_at: new Date() } : {};
    await updateBacktest(db, id, { ...change, ...end });
    // The title is shown for the last event alone; the events before it only move a progress bar.
    const title = change.state === "failed" ? "notification.backtest_failed" : "notification.backtest_done";
    await publish(db, {
      projectId,
      project,
      type,
      title: message(title, { project: name }),
      href: `/projects/${project}/backtest`,
      data: { project, state: change.state, done: change.done ?? 0, total: change.total ?? null },
    });
  }
}
