/**
 * The queue of tasks for engine threads, and of reads of mirrors for other processes. The company with the least use is served first, within it the user with the least use, within a
 * user in order of arrival. Background work comes last.
 */
import { TooMany, ServerBusyError } from "../errors.ts";
import type { ComputePrincipal, ComputeBudget } from "./ComputeBudget.ts";
import { message } from "../messages/messages.ts";

export interface Queued {
  /** Null for background work. */
  readonly principal: ComputePrincipal | null;
  /** Called when the task is refused after it was queued. */
  readonly refuse: (error: Error) => void;
}

export interface QueueLimits {
  /** Maximum number of waiting tasks in total. */
  readonly total: number;
  /** Tasks of one user that may wait. */
  readonly perUser: number;
  /** Use only decides the order: no user is refused for it. */
  readonly ignoresBudgets?: boolean;
}

export const tooMuchCompute = (seconds: number): TooMany => {
  const waitSeconds = Math.max(1, Math.ceil(seconds));
  return new TooMany(waitSeconds, message("limit.compute", { seconds: waitSeconds }));
};

/** What a running task counts at least until its time is known, in milliseconds: so that two tasks in a row are not both of one user. */
const RUNNING_MS = 100;
/** Seconds after which a caller with too many queued tasks may retry. */
const QUEUE_RETRY_SECONDS = 2;

export class FairQueue<T extends Queued> {
  readonly #budget: ComputeBudget;
  readonly #limits: QueueLimits;
  /** By user, in the order of arrival. */
  readonly #queues = new Map<string, T[]>();
  readonly #background: T[] = [];
  /** When each task that is being worked on began, by the budget's clock. */
  readonly #running = new Map<T, number>();
  #waiting = 0;

  constructor(budget: ComputeBudget, limits: QueueLimits) {
    this.#budget = budget;
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether tasks of other users wait. */
  hasOthers(userId: string): boolean {
    return this.#queues.size > (this.#queues.has(userId) ? 1 : 0);
  }

  /** Tasks of one user that are being worked on. */
  runningOf(userId: string): number {
    return this.#runningWith(({ userId: id }) => id === userId).length;
  }

  /** Tasks of all users of a company that are being worked on. */
  runningOfCompany(companyId: string): number {
    return this.#runningWith(({ companyId: id }) => id === companyId).length;
  }

  /**
   * @throws TooMany for a user without budget, or with too many tasks waiting
   * @throws ServerBusyError when the queue is full of tasks of users who have no more waiting than this one
   */
  add(task: T): void {
    const { principal } = task;
    if (principal === null) {
      this.#background.push(task);
      return;
    }
    const seconds = this.#secondsToWait(principal);
    if (seconds > 0) throw tooMuchCompute(seconds);
    const line = this.#queues.get(principal.userId) ?? [];
    if (line.length >= this.#limits.perUser) throw tooMuchCompute(QUEUE_RETRY_SECONDS);
    if (this.#waiting >= this.#limits.total) this.#makeRoom(line.length);
    line.push(task);
    this.#queues.set(principal.userId, line);
    this.#waiting += 1;
  }

  /** Takes a task out of the queue. @returns false when it does not wait (any more) */
  remove(task: T): boolean {
    const line = task.principal === null ? this.#background : this.#queues.get(task.principal.userId);
    const position = line?.indexOf(task) ?? -1;
    if (!line || position < 0) return false;
    line.splice(position, 1);
    if (task.principal === null) return true;
    this.#waiting -= 1;
    if (line.length === 0) this.#queues.delete(task.principal.userId);
    return true;
  }

  /**
   * Takes the next task that `fits`. Tasks whose user has run out of budget since they were queued are refused on the way.
   * @param fits whether a task may start now
   */
  take(fits: (task: T) => boolean): T | undefined {
    for (const line of this.#queuesInOrder()) {
      const [first] = line;
      if (!first?.principal) continue;
      const seconds = this.#secondsToWait(first.principal);
      if (seconds > 0) {
        for (let task: T | undefined = first; task; task = line[0]) {
          this.remove(task);
          task.refuse(tooMuchCompute(seconds));
        }
        continue;
      }
      const task = line.find(fits);
      if (!task) continue;
      this.remove(task);
      return task;
    }
    const task = this.#background.find(fits);
    if (task) this.remove(task);
    return task;
  }

  /** A task has begun. */
  begin(task: T): void {
    this.#running.set(task, this.#budget.now());
  }

  /** A task has ended. @param milliseconds that it has used, of processors and of git */
  end(task: T, milliseconds: number): void {
    this.#running.delete(task);
    if (task.principal !== null) this.#budget.charge(task.principal, milliseconds);
  }

  /** All tasks that wait, taken out. */
  clear(): T[] {
    const tasks = [...[...this.#queues.values()].flat(), ...this.#background];
    this.#queues.clear();
    this.#background.length = 0;
    this.#waiting = 0;
    return tasks;
  }

  #secondsToWait(principal: ComputePrincipal): number {
    return this.#limits.ignoresBudgets === true ? 0 : this.#budget.secondsToWait(principal);
  }

  /** Milliseconds for which each task of some users has run. */
  #runningWith(isWanted: (principal: ComputePrincipal) => boolean): number[] {
    const now = this.#budget.now();
    return [...this.#running].flatMap(([{ principal }, at]) =>
      principal !== null && isWanted(principal) ? now - at : [],
    );
  }

  /** A task that waits for git for half a minute counts while it does, not only when it has ended. */
  #load(isWanted: (principal: ComputePrincipal) => boolean): number {
    return this.#runningWith(isWanted).reduce((sum, ms) => sum + Math.max(RUNNING_MS, ms), 0);
  }

  #queuesInOrder(): T[][] {
    const loads = [...this.#queues.values()].flatMap((line) => {
      const principal = line[0]?.principal;
      if (!principal) return [];
      const { userId, companyId } = principal;
      return {
        line,
        user: this.#budget.ofUser(userId) + this.#load((task) => task.userId === userId),
        company: this.#budget.ofCompany(companyId) + this.#load((task) => task.companyId === companyId),
      };
    });
    return loads.sort((a, b) => a.company - b.company || a.user - b.user).map(({ line }) => line);
  }

  /** Refuses the newest task of the caller with the most waiting tasks. @throws ServerBusyError when no caller has more waiting than the new one */
  #makeRoom(ownWaiting: number): void {
    const longest = [...this.#queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const last = longest.at(-1);
    if (!last || longest.length <= ownWaiting + 1) throw new ServerBusyError(QUEUE_RETRY_SECONDS);
    this.remove(last);
    last.refuse(tooMuchCompute(QUEUE_RETRY_SECONDS));
  }
}
