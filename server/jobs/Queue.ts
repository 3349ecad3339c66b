/** Work that continues after the response, and survives a restart. */

export interface JobContext {
  readonly id: string;
  /** Aborted when the server stops or the job took too long: save the place and throw `signal.reason`. */
  readonly signal: AbortSignal;
  /** The queue does not run the job again when it throws. */
  readonly isLastAttempt: boolean;
}

export type JobHandler<Data> = (data: Data, context: JobContext) => Promise<void>;

export interface JobOptions {
  /** Jobs of this name that run at the same time in this process. */
  readonly concurrency?: number;
  /** The maximum of these for one group (see `send`). */
  readonly concurrencyPerGroup?: number;
  /** Further places, for jobs of at least this priority alone: long jobs of a lower one cannot take them. */
  readonly reserved?: { readonly concurrency: number; readonly minPriority: number };
  /** How often a job that threw is tried again. */
  readonly retryLimit?: number;
  /** Seconds before the first new try, at random up to twice as many; it doubles with each. */
  readonly retryDelaySeconds?: number;
  /** Seconds after which a running job is given up. */
  readonly expireInSeconds?: number;
}

export interface SendOptions {
  readonly singletonKey?: string;
  readonly group?: string;
  readonly priority?: number;
}

export interface Queue {
  /** Names the handler of a kind of job. Before `start`. */
  register<Data extends object>(name: string, handler: JobHandler<Data>, options?: JobOptions): void;
  /**
   * Adds a job. Not inside a transaction: send when it has committed.
   * @param options.singletonKey while a job of this name and key waits or runs, another one is not added
   * @param options.group whom the job is for; jobs of one group cannot take all places
   * @param options.priority a higher number is taken first; 0 when left out
   * @returns the job's id, or null when it was already there
   */
  send(name: string, data: object, options?: SendOptions): Promise<string | null>;
  /** Whether a job of this name and key waits, runs, or will be tried again. */
  has(name: string, singletonKey: string): Promise<boolean>;
  /** Begins to work, if this process is a worker; otherwise only sends. */
  start(): Promise<void>;
  /** Signals running jobs to end and waits for them, at most `timeoutMs`. Unfinished jobs run again after the next start. */
  stop(timeoutMs?: number): Promise<void>;
}
