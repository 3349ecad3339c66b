/**
 * Decides for each repository where its mirror is read: on the disk of this process where its mirror is as new as any, else by a process that
 * has the newest one.
 */
import type { FastifyBaseLogger } from "fastify";
import type { ComputePrincipal } from "../compute/ComputeBudget.ts";
import type {
  MirrorHolder,
  MirrorOutcome,
  MirrorPlace,
  MirrorReadRequest,
  MirrorReader,
} from "../compute/mirrorPlace.ts";
import type { Db } from "../db/openDb.ts";
import { listMirrorCopies, type MirrorCopy } from "../db/tables/commits/mirrorCopies.ts";
import { Unavailable } from "../errors.ts";
import { existingFolder } from "../git/existingFolder.ts";
import { message } from "../messages/messages.ts";
import { CircuitBreaker } from "./CircuitBreaker.ts";
import type { DatabaseTime } from "./DatabaseTime.ts";
import { MIRROR_PATH, MIRROR_PROTOCOL, type MirrorAnswer, type MirrorQuestion } from "./mirrorMessages.ts";
import { Rendezvous } from "./rendezvous.ts";
import { type SealedClient, Unanswered } from "./SealedClient.ts";

/** The outcome of a read that was sent: for metrics. */
export type SentRead = "answered" | "unreachable" | "silent" | "draining" | "absent";

export interface MirrorRouterOptions {
  readonly db: Db;
  readonly client: Pick<SealedClient, "send">;
  /** Learns the database's time from each list of copies. */
  readonly time: DatabaseTime;
  readonly mirrorFolder: (sourceId: string) => string;
  /** The id of this process's data folder as a holder of mirrors; undefined where it never was one. */
  readonly ownHolder: string | undefined;
  /** The host name of this machine. */
  readonly machine: string;
  /** Milliseconds that a read may take with all attempts; only tests set it. */
  readonly deadlineMs?: number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
  readonly onSent?: (outcome: SentRead) => void;
}

/** Processes that are asked for one read: each may cost a second of silence. */
const MAX_ATTEMPTS = 3;
/** A task of the engines ends after 30 seconds. */
const DEADLINE_MS = 29_000;

export class MirrorRouter implements MirrorReader {
  readonly #options: MirrorRouterOptions;
  readonly #breaker = new CircuitBreaker();

  constructor(options: MirrorRouterOptions) {
    this.#options = options;
  }

  async locate(sourceId: string): Promise<MirrorPlace> {
    const { db, time, mirrorFolder, ownHolder } = this.#options;
    const { now, copies } = await listMirrorCopies(db, sourceId, MIRROR_PROTOCOL);
    time.set(now);
    const [newest] = copies;
    const local = copies.find(({ holder }) => holder === ownHolder);
    const isHere = (await existingFolder(mirrorFolder(sourceId))) !== null;
    if (isHere && local?.state === newest?.state) return { kind: "here" };
    const others = copies.filter((copy) => copy !== local && this.#isReachable(copy));
    const live = others.filter(({ isLive }) => isLive);
    // A mirror here that may be older answers most questions; none does where all other processes are down.
    if (others.length === 0 || (isHere && live.length === 0)) return { kind: "here" };
    return { kind: "elsewhere", holders: inOrder(sourceId, live, newest?.state) };
  }

  async read(
    { sourceId, holders, name, args }: MirrorReadRequest,
    principal: ComputePrincipal | null,
    signal: AbortSignal,
  ): Promise<MirrorOutcome> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs ?? DEADLINE_MS);
    const either = AbortSignal.any([signal, deadline]);
    for (const holder of this.#inTurn(holders)) {
      try {
        const answer = await this.#ask(holder, { sourceId, name, args, principal }, either);
        if (answer.kind === "failed") return { error: answer.error };
        return { answer: answer.answer };
      } catch (error) {
        signal.throwIfAborted();
        if (deadline.aborted) break;
        if (!(error instanceof Unanswered)) throw error;
        this.#options.log.warn({ err: error, address: holder.address }, "a mirror is read by the next process");
      }
    }
    throw new Unavailable(message("mirror.no_answer"));
  }

  /** A loopback address is one of its own machine. */
  #isReachable({ address, machine }: MirrorCopy): boolean {
    return machine === this.#options.machine || !/^http:\/\/(?:127\.|\[::1\]|localhost[:/])/.test(address);
  }

  /** Those that did not answer recently come last: most reads do not wait for their silence again. */
  #inTurn(holders: readonly MirrorHolder[]): readonly MirrorHolder[] {
    const isUsable = ({ id }: MirrorHolder): boolean => this.#breaker.isClosed(id);
    return [...holders.filter(isUsable), ...holders.filter((holder) => !isUsable(holder))].slice(0, MAX_ATTEMPTS);
  }

  /** @throws Unanswered when another process has to answer; the signal's reason */
  async #ask(
    holder: MirrorHolder,
    question: MirrorQuestion,
    signal: AbortSignal,
  ): Promise<MirrorAnswer & { kind: "done" | "failed" }> {
    const { client, onSent } = this.#options;
    let answer: MirrorAnswer;
    try {
      answer = (await client.send(holder, MIRROR_PATH, question, signal)) as MirrorAnswer;
    } catch (error) {
      if (error instanceof Unanswered) {
        this.#breaker.failed(holder.id);
        onSent?.(error.isSilent ? "silent" : "unreachable");
      }
      throw error;
    }
    if (answer.kind === "draining") {
      this.#breaker.failed(holder.id);
      onSent?.("draining");
      throw new Unanswered(`The process at ${holder.address} is stopping.`);
    }
    this.#breaker.succeeded(holder.id);
    // An older mirror may lack what the newest has: that it found nothing is no answer.
    const isNothing = answer.kind === "absent" || (!holder.isFresh && (answer.kind === "failed" || answer.isNull));
    onSent?.(isNothing ? "absent" : "answered");
    if (answer.kind === "absent" || isNothing)
      throw new Unanswered(`The process at ${holder.address} has no mirror that answers this.`);
    return answer;
  }
}

/** Those with the state of the newest one first, spread over the repositories; then the older ones, the newest of them first. */
function inOrder(sourceId: string, live: readonly MirrorCopy[], newest: string | undefined): MirrorHolder[] {
  const fresh = live.filter(({ state }) => state === newest);
  const spread = new Rendezvous(fresh.map((copy) => ({ ...copy, weight: 1 }))).holders(sourceId, fresh.length);
  const older = live.filter(({ state }) => state !== newest);
  return [
    ...spread.map(({ address, processId }) => ({ address, id: processId, isFresh: true })),
    ...older.map(({ address, processId }) => ({ address, id: processId, isFresh: false })),
  ];
}
