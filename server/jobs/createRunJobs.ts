import { MINUTE_MS } from "../../contract/durations.ts";
import type { JobContext, Queue } from "./Queue.ts";

/** Milliseconds after which the job of a new run is in the queue. */
const SENT_WITHIN_MS = MINUTE_MS;

/** Runs that a user starts and that are stored with their progress: backtests, measurements of the model's order. */
export interface RunJobs {
  /** Registers the handler. Before the queue starts. */
  register(): void;
  /** Ends the runs whose jobs are gone, such as after each attempt has killed its process. */
  endLost(now: Date): Promise<void>;
}

export interface RunKind<Job extends object> {
  /** The name of the job; its key is the id of the run. */
  readonly jobName: string;
  readonly idOf: (job: Job) => string;
  /** Ids of runs that have not ended and were requested before `time`. */
  readonly listOpen: (time: Date) => Promise<readonly string[]>;
  readonly run: (id: string, context: Pick<JobContext, "signal" | "isLastAttempt">) => Promise<void>;
  /** Ends a run that no job works on any more, unless it has ended meanwhile. */
  readonly endInterrupted: (id: string) => Promise<unknown>;
}

/** Jobs of one kind of run: one at a time, attempted again after a stop of the process. */
export function createRunJobs<Job extends object>(queue: Queue, kind: RunKind<Job>): RunJobs {
  return {
    register: () => {
      queue.register<Job>(kind.jobName, (job, context) => kind.run(kind.idOf(job), context), {
        concurrency: 1,
        retryLimit: 3,
        retryDelaySeconds: 5,
      });
    },
    async endLost(now) {
      for (const id of await kind.listOpen(new Date(now.getTime() - SENT_WITHIN_MS))) {
        if (!(await queue.has(kind.jobName, id))) await kind.endInterrupted(id);
      }
    },
  };
}
