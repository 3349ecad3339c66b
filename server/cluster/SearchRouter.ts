/**
 * Decides for each task of the engines which process runs it: the holder of its project among the live search processes, the next one when
 * that does not answer, and this process's own threads when none does.
 */
import { ServerBusyError } from "../errors.ts";
import type { FastifyBaseLogger } from "fastify";
import { isOutage } from "../db/databaseErrors.ts";
import { ComputeBudget, type ComputeLimits } from "../compute/ComputeBudget.ts";
import type { EnginePool } from "../compute/EnginePool.ts";
import { threadIn, type TaskOptions } from "../compute/engineTask.ts";
import { tooMuchCompute } from "../compute/FairQueue.ts";
import { fromPortable } from "../compute/portableErrors.ts";
import { CircuitBreaker } from "./CircuitBreaker.ts";
import { ReplicaCounts } from "./KeyLoads.ts";
import type { LiveProcesses, SearchProcess } from "./LiveProcesses.ts";
import { UserGate } from "./UserGate.ts";
import type { SearchClient } from "./SearchClient.ts";
import { Unanswered } from "./SealedClient.ts";
import type { RemoteAnswer } from "./searchMessages.ts";

/** The outcome of a task that was sent: for metrics. */
export type Sent = "answered" | "unreachable" | "silent" | "draining" | "failing";

export interface SearchRouterOptions {
  readonly pool: Pick<EnginePool, "run" | "threadOf">;
  readonly live: Pick<LiveProcesses, "current" | "refresh">;
  readonly client: Pick<SearchClient, "send">;
  readonly limits: ComputeLimits;
  /** Replicas of every project; projects with a high load have more. */
  readonly minReplicas: number;
  /** Calls that this process answers itself, because they read mirrors that are on its disk. */
  readonly ownCalls: ReadonlySet<string>;
  readonly log: Pick<FastifyBaseLogger, "warn">;
  readonly onSent?: (outcome: Sent) => void;
  /** A task ran in threads of this process although there are search processes. */
  readonly onFallback?: () => void;
  readonly onRefused?: (reason: "budget" | "queue") => void;
}

/** Processes that are asked for one task before the threads of this process: each may cost a second of silence. */
const MAX_ATTEMPTS = 3;
const GATE = { perUser: 16, waitingPerUser: 2000, total: 800 };
/** More than the threads of any process, so that each thread of each process has its own number. */
const THREAD_NUMBERS_PER_PROCESS = 64;

export class SearchRouter {
  readonly #options: SearchRouterOptions;
  readonly #budget: ComputeBudget;
  readonly #gate = new UserGate(GATE);
  readonly #breaker = new CircuitBreaker();
  readonly #replicas: ReplicaCounts;
  /** Tasks that each process has of this one. */
  readonly #sent = new Map<string, number>();

  constructor(options: SearchRouterOptions) {
    this.#options = options;
    this.#replicas = new ReplicaCounts(options.minReplicas);
    const { userMsPerMinute, companyMsPerMinute } = options.limits;
    this.#budget = new ComputeBudget({
      userMsPerMinute,
      // The limit of a company is a share of the threads, and each process has its own threads.
      get companyMsPerMinute() {
        return companyMsPerMinute * Math.max(1, options.live.current.candidates.length);
      },
    });
  }

  /** Tasks that wait for the answer of a search process. */
  get sent(): number {
    return this.#gate.sent;
  }

  /**
   * Runs a task where its project is held.
   * @throws as `EnginePool.run`
   */
  async run(name: string, context: unknown, options: TaskOptions): Promise<unknown> {
    const { pool, ownCalls, onRefused } = this.#options;
    const { principal, signal } = options;
    if (ownCalls.has(name) || this.#options.live.current.candidates.length === 0) {
      return pool.run(name, context, options);
    }
    if (!principal) return this.#runSomewhere(name, context, options);
    const seconds = this.#budget.secondsToWait(principal);
    if (seconds > 0) {
      onRefused?.("budget");
      throw tooMuchCompute(seconds);
    }
    return this.#gate.run(principal.userId, signal, () => this.#runSomewhere(name, context, options));
  }

  /** Projects of one thread number are held by the same process and have their indexes open in the same thread. */
  threadOf(slug: string, company: string): number {
    const { live, pool } = this.#options;
    const [holder] = live.current.holders(placementKey(company, slug), 1, this.#isUsable);
    if (!holder) return pool.threadOf(slug);
    return live.current.candidates.indexOf(holder) * THREAD_NUMBERS_PER_PROCESS + threadIn(slug, holder.threads);
  }

  readonly #isUsable = ({ id }: SearchProcess): boolean => this.#breaker.isClosed(id);

  async #runSomewhere(name: string, context: unknown, options: TaskOptions): Promise<unknown> {
    const { pool, onFallback, log } = this.#options;
    const company = options.principal?.companyId ?? options.company;
    const key = company === undefined ? options.key : placementKey(company, options.key);
    const tried = new Set<string>();
    while (tried.size < MAX_ATTEMPTS) {
      const holder = this.#choose(key, options.isPinned === true, tried);
      if (!holder) break;
      tried.add(holder.id);
      try {
        return await this.#ask(holder, name, context, key, options);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        log.warn({ err: error, address: holder.address }, "a task is given to the next search process");
      }
    }
    onFallback?.();
    return pool.run(name, context, options);
  }

  /** One of the replicas, or the first process after them that has not been asked. */
  #choose(key: string, isPinned: boolean, tried: ReadonlySet<string>): SearchProcess | undefined {
    const replicas = isPinned ? 1 : this.#replicas.of(key);
    const holders = this.#options.live.current
      .holders(key, replicas + tried.size, this.#isUsable)
      .filter(({ id }) => !tried.has(id));
    const some = holders.slice(0, Math.max(1, replicas - tried.size));
    if (some.length < 2) return some[0];
    // Of two at random the one with less to do: close to the least loaded one, without all senders choosing the same.
    const first = some[Math.floor(Math.random() * some.length)];
    const others = some.filter((candidate) => candidate !== first);
    const second = others[Math.floor(Math.random() * others.length)];
    if (!first || !second) return first;
    return this.#sentTo(second) < this.#sentTo(first) ? second : first;
  }

  #sentTo({ id }: SearchProcess): number {
    return this.#sent.get(id) ?? 0;
  }

  /** @throws Unanswered when another process has to answer; what the task threw */
  async #ask(
    holder: SearchProcess,
    name: string,
    context: unknown,
    key: string,
    options: TaskOptions,
  ): Promise<unknown> {
    const { principal, isPinned = false, isSerialized = false, isSlice = false, signal } = options;
    const { client, live, onSent } = this.#options;
    this.#sent.set(holder.id, this.#sentTo(holder) + 1);
    let answer: RemoteAnswer;
    try {
      answer = await client.send(
        holder,
        { name, context, principal, key: options.key, isPinned, isSerialized, isSlice, placementKey: key },
        signal,
      );
    } catch (error) {
      if (error instanceof Unanswered) {
        this.#breaker.failed(holder.id);
        live.refresh();
        onSent?.(error.isSilent ? "silent" : "unreachable");
      }
      throw error;
    } finally {
      const remaining = this.#sentTo(holder) - 1;
      if (remaining > 0) this.#sent.set(holder.id, remaining);
      else this.#sent.delete(holder.id);
    }
    if (answer.kind === "draining") {
      this.#breaker.failed(holder.id);
      live.refresh();
      onSent?.("draining");
      throw new Unanswered(`The search process at ${holder.address} is stopping.`);
    }
    this.#breaker.succeeded(holder.id);
    if (principal) this.#budget.charge(principal, answer.cpu);
    this.#replicas.report(key, holder.id, answer.load);
    if (answer.kind === "done") {
      onSent?.("answered");
      return answer.answer;
    }
    const error = fromPortable(answer.error);
    // Its way to the database or to the blobs may be broken while that of others is not.
    if (isOutage(error) || answer.error.name === "StoreFailure") {
      onSent?.("failing");
      throw new Unanswered(`The search process at ${holder.address} lacks what it reads.`, { cause: error });
    }
    onSent?.("answered");
    if (error instanceof ServerBusyError) this.#options.onRefused?.("queue");
    throw error;
  }
}

/** Slugs are unique within a company. */
const placementKey = (company: string, key: string): string => `${company}/${key}`;
