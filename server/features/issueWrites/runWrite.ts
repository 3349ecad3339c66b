/**
 * Writes a change to a tracker at most once. Its row is `sent` before the tracker is asked, and what was seen then is stored with it: after
 * a lost answer or a stopped process the tracker is looked at, and nothing is sent again before it was.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { IssueChange } from "../../../contract/issueWrites.ts";
import { type Actor, type AuditValues, recordAuditEvent } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type IssueWriteRow,
  type WritableIssueRow,
  findIssueWrite,
  leaseIssueWrite,
  updateIssueWriteEnded,
  updateIssueWriteReleased,
  updateIssueWriteSent,
} from "../../db/tables/issueWrites.ts";
import { type Message, message, parseMessage, serializeMessage } from "../../messages/messages.ts";
import type { NamedIssue, TrackerWriter } from "../../sources/connector/writerTypes.ts";
import { SourceError, type SourceErrorCode } from "../../sources/SourceError.ts";
import { type WriteAccess, hostOf } from "./writeAccess.ts";

/** Milliseconds that the tracker may take for all requests of one change. */
const DEADLINE_MS = 30 * SECOND_MS;
/** Longer than the deadline and what is stored after it. */
const LEASE_MS = MINUTE_MS;
/** A change whose answer was lost may still arrive for so long: before, it is only looked for. */
export const IN_FLIGHT_MS = MINUTE_MS;
/** Milliseconds before the second look after a lost answer: a host may show a change a moment later. */
const LOOK_DELAY_MS = 1500;
/** How long a repeated call waits for the first one. */
const WAIT_MS = 20 * SECOND_MS;
const POLL_MS = 100;

/** Failures after which a change may have arrived. A refusal has a status below 500, and what could not connect has not sent it. */
const LOST: ReadonlySet<SourceErrorCode> = new Set(["timeout", "cut", "host_failure", "aborted", "bad_answer"]);
const isLost = (error: SourceError): boolean =>
  LOST.has(error.code) && (error.refusal === null || error.refusal.status >= 500);

export interface WriteOutcome {
  readonly state: "done" | "refused" | "unknown";
  readonly text: Message | null;
}

export const digestOf = (change: IssueChange): string =>
  createHash("sha256").update(JSON.stringify(change)).digest("hex");

export interface WriteRun {
  readonly db: Db;
  readonly issue: WritableIssueRow;
  readonly access: WriteAccess;
  readonly by: Actor;
  /** `look`: the change is looked for and not sent. */
  readonly mode: "write" | "look";
}

/** Runs the change of a row to an end that is known, or says that it is not. */
export async function runWrite(run: WriteRun, row: IssueWriteRow): Promise<WriteOutcome> {
  const ended = outcomeOf(row);
  if (ended) return ended;
  const leased = await leaseIssueWrite(run.db, row.id, new Date(), new Date(Date.now() + LEASE_MS));
  if (!leased) return waitFor(run.db, row.id);
  const change = leased.change;
  if (!isWhole(change)) throw new Error("An unfinished change has its values.");
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    return await run.access.use((writer) => settle(run, leased, { writer, change, signal }));
  } catch (error) {
    if (!(error instanceof SourceError)) {
      await updateIssueWriteReleased(run.db, row.id, {
        state: (await stateOf(run.db, row.id)) ?? "waiting",
        until: null,
      });
      throw error;
    }
    return endAfter(run, leased, error);
  }
}

interface Attempt {
  readonly writer: TrackerWriter;
  readonly change: IssueChange;
  readonly signal: AbortSignal;
}

async function settle(run: WriteRun, row: IssueWriteRow, attempt: Attempt): Promise<WriteOutcome> {
  const { db, issue } = run;
  const { writer, change, signal } = attempt;
  const named = namesOf(issue);
  const current = (await findIssueWrite(db, row.id)) ?? row;
  if (current.state === "sent" || (current.state === "lost" && current.trace)) {
    const found = await writer.find(named, change, current.trace ?? {}, signal);
    if (found) return end(run, row, { state: "done", reference: found.reference, text: null });
    const age = Date.now() - (current.sent_at?.getTime() ?? 0);
    if (run.mode === "look" || (current.state === "sent" && age < IN_FLIGHT_MS)) return notThere(run, row, age);
  }
  const prepared = await writer.prepare(named, change, signal);
  if (!prepared) return end(run, row, { state: "done", reference: null, text: null });
  await updateIssueWriteSent(db, row.id, prepared.trace, new Date());
  try {
    const reference = await prepared.send(signal);
    return await end(run, row, { state: "done", reference, text: null });
  } catch (error) {
    if (!(error instanceof SourceError) || !isLost(error)) throw error;
    // The first request of a change of several may have arrived, and the deadline may be over: looking has its own.
    return look(run, row, { ...attempt, signal: AbortSignal.timeout(DEADLINE_MS) }, prepared.trace);
  }
}

/** Looks twice for a change whose answer was lost. */
async function look(
  run: WriteRun,
  row: IssueWriteRow,
  { writer, change, signal }: Attempt,
  trace: NonNullable<IssueWriteRow["trace"]>,
): Promise<WriteOutcome> {
  for (const delay of [0, LOOK_DELAY_MS]) {
    await sleep(delay);
    const found = await writer.find(namesOf(run.issue), change, trace, signal).catch((error: unknown) => {
      if (error instanceof SourceError) return null;
      throw error;
    });
    if (found) return end(run, row, { state: "done", reference: found.reference, text: null });
  }
  return notThere(run, row, 0);
}

/** @param age milliseconds since it was sent */
async function notThere({ db, issue }: WriteRun, row: IssueWriteRow, age: number): Promise<WriteOutcome> {
  const isOver = age >= IN_FLIGHT_MS;
  await updateIssueWriteReleased(db, row.id, { state: isOver ? "lost" : "sent", until: null });
  const host = hostOf(issue);
  return {
    state: "unknown",
    text: isOver ? message("write.not_arrived", { host }) : message("write.lost", { host }),
  };
}

/** The tracker refused, or could not be asked. */
async function endAfter(run: WriteRun, row: IssueWriteRow, error: SourceError): Promise<WriteOutcome> {
  const current = (await findIssueWrite(run.db, row.id)) ?? row;
  const isUncertain = current.state === "sent" && (isLost(error) || row.state === "sent");
  if (isUncertain) return notThere(run, row, 0);
  return end(run, row, { state: "refused", reference: null, text: refusalOf(error, hostOf(run.issue)) });
}

/** Why the tracker refused, in its own words where it gave any. */
export function refusalOf(error: SourceError, host: string): Message {
  const { code, refusal, text } = error;
  const isOwn = code === "rate_limited" || code === "unauthorized" || refusal === null || refusal.words === "";
  return isOwn ? text : message("write.host_refused", { host, words: refusal.words });
}

async function end(
  { db, issue, by }: WriteRun,
  row: IssueWriteRow,
  values: { readonly state: "done" | "refused"; readonly reference: string | null; readonly text: Message | null },
): Promise<WriteOutcome> {
  const text = values.text && serializeMessage(values.text);
  await db.transaction().execute(async (tx) => {
    if (!(await updateIssueWriteEnded(tx, row, { ...values, text }))) return;
    await recordAuditEvent(tx, by, {
      action: values.state === "done" ? "issue.written" : "issue.write_refused",
      subject: { kind: "issue", id: issue.id, name: issue.key },
      after: {
        project: issue.slug,
        tracker: issue.url,
        ...valuesOf(row.change),
        ...(values.reference !== null && { reference: values.reference }),
      },
    });
  });
  return { state: values.state, text: values.text };
}

/** What the audit log keeps of a change: not the text of a comment, which its tracker has. */
function valuesOf(change: IssueWriteRow["change"]): AuditValues {
  if (!isWhole(change)) return { change: change.action };
  switch (change.action) {
    case "comment":
      return { change: change.action, characters: change.body.length };
    case "labels":
    case "assignees":
    case "milestones":
      return { change: change.action, add: change.add, remove: change.remove };
    case "state":
      return { change: change.action, from: change.from, to: change.to, resolution: change.resolution };
    case "priority":
      return { change: change.action, from: change.from, to: change.to };
    case "duplicate":
      return { change: change.action, of: change.of };
  }
}

/** Waits for the process that works on the change. */
async function waitFor(db: Db, id: string): Promise<WriteOutcome> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const row = await findIssueWrite(db, id);
    const ended = row && outcomeOf(row);
    if (ended) return ended;
    await sleep(POLL_MS);
  }
  return { state: "unknown", text: message("write.under_way") };
}

const stateOf = async (db: Db, id: string): Promise<"waiting" | "sent" | "lost" | null> => {
  const state = (await findIssueWrite(db, id))?.state;
  return state === "waiting" || state === "sent" || state === "lost" ? state : null;
};

function outcomeOf({ state, text }: IssueWriteRow): WriteOutcome | null {
  if (state !== "done" && state !== "refused") return null;
  return { state, text: text === null ? null : parseMessage(text) };
}

const isWhole = (change: IssueWriteRow["change"]): change is IssueChange => Object.keys(change).length > 1;

export const namesOf = ({ external_id: externalId, key }: WritableIssueRow): NamedIssue => ({ externalId, key });
