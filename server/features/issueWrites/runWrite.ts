/**
 * Writes a change to a tracker at most once. Its row is `sent` before the tracker is asked, and what was seen then is stored with it: after
 * a lost answer or a stopped process the tracker is read, and nothing is sent again before that.
 */
import { sleep } from "../../concurrency.ts";
import { createHash } from "node:crypto";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { Actor } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import type { StoredChange } from "../../db/schema/writeSchema.ts";
import {
  type IssueWriteRow,
  type LeasedWriteRow,
  type WritableIssueRow,
  findIssueWrite,
  leaseIssueWrite,
  releaseIssueWrite,
  updateIssueWriteSent,
} from "../../db/tables/issues/issueWrites.ts";
import { postponeHeldWrites } from "../../db/tables/issues/heldWrites.ts";
import { message } from "../../messages/messages.ts";
import { accountChanged } from "../../sources/connector/writeFaults.ts";
import {
  SENT_BY,
  type NamedIssue,
  type PreparedWrite,
  type TrackerWriter,
  type WriteTrace,
} from "../../sources/connector/writerTypes.ts";
import { SourceError, type SourceErrorCode } from "../../sources/SourceError.ts";
import {
  type WriteOutcome,
  type WriteTarget,
  endWrite,
  isWhole,
  outcomeOf,
  refusalOf,
  storedOutcome,
  unknown,
} from "./endWrite.ts";
import { type WriteAccess, hostOf } from "./writeAccess.ts";

/** Milliseconds that the tracker may take for all requests of one change, and again for looking after a lost answer. */
const DEADLINE_MS = 30 * SECOND_MS;
/** Longer than both deadlines, the delay between them, and the renewal of a token before each of two attempts. */
export const LEASE_MS = 3 * MINUTE_MS;
/** Time in which a change whose answer was lost may still arrive; until then it is only looked for. */
const IN_FLIGHT_MS = MINUTE_MS;
/** Milliseconds before the second look after a lost answer: a host may show a change a moment later. */
const LOOK_DELAY_MS = 1500;
/** How long a repeated call waits for the first one. */
const WAIT_MS = 20 * SECOND_MS;
/** Milliseconds between two looks at the row, which grow while the first call takes its time. */
const FIRST_POLL_MS = 100;
const MAX_POLL_MS = 2 * SECOND_MS;

/** A change without a known outcome is `lost` after this many checks, or after this time. */
const MAX_LOOKS = 8;
const MAX_LOOKING_MS = HOUR_MS;
const FIRST_BACKOFF_MS = 30 * SECOND_MS;

/** How often a change of several waits for a host that asks to be slower, and how long at most. */
const MAX_WAITS = 5;
const MAX_WAIT_MS = HOUR_MS;

/** Answers of a tracker that has not done what it was asked, and failures before anything was sent. After all others a change may be there. */
const CERTAIN_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 410, 422, 429]);
const CERTAIN_CODES: ReadonlySet<SourceErrorCode> = new Set(["dns", "refused", "tls"]);
const isCertain = ({ code, refusal }: SourceError): boolean =>
  refusal ? CERTAIN_STATUSES.has(refusal.status) : CERTAIN_CODES.has(code);

/** Failures of a look that the next one has as well: the account no longer sees the issue. */
const UNSEEN: ReadonlySet<SourceErrorCode> = new Set(["not_found", "gone", "forbidden"]);

/** @param issues of several issues, their ids in order */
export const digestOf = (change: StoredChange, issues?: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify(issues ? [change, issues] : change))
    .digest("hex");

export interface WriteRun {
  readonly db: Db;
  readonly issue: WriteTarget;
  readonly access: WriteAccess;
  readonly by: Actor;
  /** The account that the member was shown; a change is sent by no other one. Null: it is not sent. */
  readonly account: string | null;
  /** `look`: the change is looked for and not sent. `batch`: one of several, which waits where the host asks to be slower. */
  readonly mode: "write" | "look" | "batch";
}

/** Runs the change of a row to an end that is known, or says that it is not. */
export async function runWrite(run: WriteRun, row: IssueWriteRow): Promise<WriteOutcome> {
  const ended = outcomeOf(row);
  if (ended) return ended;
  const leased = await leaseIssueWrite(run.db, row.id, LEASE_MS);
  return leased ? runLeased(run, leased) : waitFor(run.db, row.id);
}

/** Runs a change that this process has leased. */
export async function runLeased(run: WriteRun, row: LeasedWriteRow): Promise<WriteOutcome> {
  try {
    return await new LeasedWrite(run, row).settle();
  } catch (error) {
    await releaseIssueWrite(run.db, row, nextLook(row));
    throw error;
  }
}

/** When a change is looked for after one more look that did not find its outcome. */
export function nextLook({ looks, age }: Pick<LeasedWriteRow, "looks" | "age">) {
  const backoff = FIRST_BACKOFF_MS * 2 ** Math.min(looks, MAX_LOOKS);
  return { looks: looks + 1, lookAfterMs: Math.max(backoff, IN_FLIGHT_MS - (age ?? 0)) };
}

/** What a change asks of a writer. */
interface WriteTask {
  readonly prepare: (writer: TrackerWriter, signal: AbortSignal) => Promise<PreparedWrite | null>;
  readonly find: (
    writer: TrackerWriter,
    trace: WriteTrace,
    signal: AbortSignal,
  ) => Promise<{ readonly reference: string | null } | null>;
}

function taskOf(change: StoredChange, target: WriteTarget): WriteTask {
  if (change.action === "create")
    return {
      prepare: (writer, signal) => writer.prepareNew(change, signal),
      find: (writer, trace, signal) => writer.findNew(change, trace, signal),
    };
  if (target.id === undefined) throw new Error("A change of an issue has its issue.");
  const named = namesOf(target);
  return {
    prepare: (writer, signal) => writer.prepare(named, change, signal),
    find: (writer, trace, signal) => writer.find(named, change, trace, signal),
  };
}

class LeasedWrite {
  readonly #run: WriteRun;
  readonly #row: LeasedWriteRow;
  readonly #task: WriteTask;
  readonly #host: string;
  readonly #signal = AbortSignal.timeout(DEADLINE_MS);
  /** Whether the change may be at the tracker. */
  #isSent: boolean;
  /** By which it was sent, or is about to be. */
  #account: string;

  constructor(run: WriteRun, row: LeasedWriteRow) {
    if (!isWhole(row.change)) throw new Error("An unfinished change has its values.");
    this.#run = run;
    this.#row = row;
    this.#task = taskOf(row.change, run.issue);
    this.#host = hostOf(run.issue);
    this.#isSent = row.state !== "waiting";
    this.#account = row.account;
  }

  async settle(): Promise<WriteOutcome> {
    try {
      return await this.#run.access.use((writer) => this.#attempt(writer));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (this.#isSent) return this.#leave(error);
      if (this.#run.mode === "batch" && error.code === "rate_limited" && this.#row.looks < MAX_WAITS) {
        const waitMs = Math.min(error.retryAfterMs ?? MINUTE_MS, MAX_WAIT_MS);
        await postponeHeldWrites(this.#run.db, this.#row, waitMs);
        return unknown(error.text);
      }
      return this.#end("refused", { text: refusalOf(error, this.#host) });
    }
  }

  /** May run twice: a token that the host refuses is renewed once. */
  async #attempt(writer: TrackerWriter): Promise<WriteOutcome> {
    if (this.#isSent) {
      const reference = await this.#task.find(writer, this.#row.trace ?? {}, this.#signal);
      if (reference) return this.#end("done", reference);
      if (this.#run.mode === "look" || (this.#row.age ?? 0) < IN_FLIGHT_MS) return this.#leave(null);
      // It is not there and arrives no more: what follows is as for a change that was never sent.
      this.#isSent = false;
    }
    // A repeated change may be sent by another account than the one that it was stored for.
    this.#account = this.#run.account ?? this.#row.account;
    const account = await writer.account(this.#signal);
    if (account.name !== this.#run.account) throw accountChanged(account.name);
    const prepared = await this.#task.prepare(writer, this.#signal);
    if (!prepared) return this.#end("done");
    const trace = { ...prepared.trace, [SENT_BY]: account.id };
    const sent = { trace, account: this.#account, lookAfterMs: IN_FLIGHT_MS };
    if (!(await updateIssueWriteSent(this.#run.db, this.#row, sent))) return storedOutcome(this.#run.db, this.#row.id);
    this.#isSent = true;
    let reference: string | null;
    try {
      reference = await prepared.send(this.#signal);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return this.#afterFailure(writer, trace, error);
    }
    return this.#end("done", { reference });
  }

  /** The outcome of a change of which a request has failed. */
  async #afterFailure(writer: TrackerWriter, trace: WriteTrace, error: SourceError): Promise<WriteOutcome> {
    const isNotDone = isCertain(error);
    if (isNotDone && writer.taken === 0) {
      this.#isSent = false;
      throw error;
    }
    const isKnown = isNotDone || error.code === "not_taken";
    const looked = await this.#look(writer, trace, isKnown ? [0] : [0, LOOK_DELAY_MS]);
    if (looked && !(looked instanceof SourceError)) return this.#end("done", looked);
    if (!isKnown) return this.#leave(looked, 0);
    if (error.code === "not_taken") return this.#end("refused", { text: error.text, isPartial: writer.taken > 1 });
    const words = error.refusal?.words ?? "";
    const text =
      words === ""
        ? message("write.partly", { host: this.#host })
        : message("write.partly_refused", { host: this.#host, words });
    return this.#end("refused", { text, isPartial: true });
  }

  /** Looks for a change whose answer was lost. The deadline of sending may be over: looking has its own. */
  async #look(writer: TrackerWriter, trace: WriteTrace, delays: readonly number[]) {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    let failure: SourceError | null = null;
    for (const delay of delays) {
      await sleep(delay);
      try {
        const reference = await this.#task.find(writer, trace, signal);
        if (reference) return reference;
        failure = null;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        failure = error;
      }
    }
    return failure;
  }

  /**
   * Leaves a change whose outcome is not known.
   * @param failure of the look; null where the tracker showed that the change is not there
   */
  async #leave(failure: SourceError | null, age = this.#row.age ?? 0): Promise<WriteOutcome> {
    const { db, mode } = this.#run;
    const next = nextLook({ ...this.#row, age });
    const looks = mode === "look" ? next.looks : this.#row.looks;
    const isOver = failure
      ? UNSEEN.has(failure.code) || looks >= MAX_LOOKS || age >= MAX_LOOKING_MS
      : age >= IN_FLIGHT_MS;
    const state = isOver || this.#row.state === "lost" ? "lost" : "sent";
    if (!(await releaseIssueWrite(db, this.#row, { ...next, looks, state }))) return storedOutcome(db, this.#row.id);
    const code = failure ? "write.not_shown" : isOver ? "write.not_arrived" : "write.lost";
    return unknown(message(code, { host: this.#host }));
  }

  #end(
    state: "done" | "refused",
    more: Partial<Pick<Parameters<typeof endWrite>[2], "reference" | "text" | "isPartial">> = {},
  ): Promise<WriteOutcome> {
    return endWrite(
      this.#run,
      { ...this.#row, account: this.#account },
      { state, reference: null, text: null, ...more },
    );
  }
}

/** Waits for the process that works on the change. */
async function waitFor(db: Db, id: string): Promise<WriteOutcome> {
  let poll = FIRST_POLL_MS;
  for (let waited = 0; waited < WAIT_MS; waited += poll, poll = Math.min(poll * 2, MAX_POLL_MS)) {
    const row = await findIssueWrite(db, id);
    const ended = row && outcomeOf(row);
    if (ended) return ended;
    await sleep(poll);
  }
  return storedOutcome(db, id);
}

export const namesOf = ({ external_id: externalId, key }: WritableIssueRow): NamedIssue => ({ externalId, key });
