/** Changes that are stored and not at the tracker: those of several issues, which wait before they are sent, and those that did not end. */
import type { z } from "zod";
import {
  HOLD_SECONDS,
  MAX_BULK_ISSUES,
  STORED_WRITE_STATES,
  type StoredWriteState,
} from "../../../contract/issues/issueActions.ts";
import type {
  HeldWritesBody,
  IssueWriteAnswer,
  StoredWrite,
  StoredWrites,
  WriteBatch,
} from "../../../contract/issues/issueWrites.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { newId } from "../../db/newId.ts";
import {
  type OpenWriteRow,
  countBatches,
  countHeldWrites,
  discardHeldWrites,
  discardIssueWrite,
  findOwnWrite,
  insertHeldWrites,
  listBatchDigests,
  listOpenWrites,
} from "../../db/tables/issues/heldWrites.ts";
import { type WritableIssueRow, findWritableIssue, reopenIssueWrite } from "../../db/tables/issues/issueWrites.ts";
import { listIssuesByIds } from "../../db/tables/issues/issues.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { formatStored, message } from "../../messages/messages.ts";
import { writeTargetOf, runCreation } from "./createIssue.ts";
import { isWhole } from "./endWrite.ts";
import { digestOf } from "./runWrite.ts";
import { type IssueWritesDeps, runForMember } from "./service.ts";
import { openMemberAccess, requireMemberAccess } from "./memberAccess.ts";

/** Changes of one user that may wait at a time. */
const MAX_HELD = 3 * MAX_BULK_ISSUES;
const MAX_LISTED = 200;
/** How long a batch that has ended is still listed: a page that asks again sees its end. */
const ENDED_SHOWN_MS = 30 * SECOND_MS;

/**
 * Stores one change for each of several issues of one tracker. They are sent after `HOLD_SECONDS`, also when the member is gone by then.
 * @throws Conflict for issues of several trackers, where the member cannot write, with too many changes that wait, and for a key of another change
 */
export async function holdWrites(
  deps: IssueWritesDeps,
  user: Principal,
  address: string,
  slug: string,
  { key, account, issues, change }: z.output<typeof HeldWritesBody>,
): Promise<WriteBatch> {
  const { db } = deps;
  const project = await projectFor(db, user, slug, "issues.write");
  const issue = await requireOneTracker(db, project.id, issues);
  const access = await openMemberAccess(deps, { id: user.id, role: project.role }, issue);
  if ("blocked" in access) throw new Conflict(access.blocked.text);
  const ids = [...new Set(issues)];
  // With other issues it is another change: the limit below is for what a key has not stored yet.
  const digest = digestOf(change, ids.toSorted());
  const stored = await listBatchDigests(db, user.id, key);
  if (stored.some((other) => other !== digest)) throw new Conflict(message("write.key_reused"));
  if (stored.length === 0 && (await countHeldWrites(db, user.id)) + ids.length > MAX_HELD)
    throw new Conflict(message("write.too_many_held"));
  const row = {
    project_id: project.id,
    source_id: issue.source_id,
    user_id: user.id,
    digest,
    change: JSON.stringify(change),
    address: address.slice(0, 100),
    account,
    batch_id: key,
  };
  const rows = ids.map((id) => ({ ...row, id: newId(), issue_id: id, request_key: `${key} ${id}` }));
  await insertHeldWrites(db, rows, HOLD_SECONDS * SECOND_MS);
  return requireBatch(db, user.id, project.id, key);
}

/** Any of the issues. @throws NotFound for one that the project does not have, Conflict for issues of several trackers */
async function requireOneTracker(db: Db, projectId: string, ids: readonly string[]): Promise<WritableIssueRow> {
  const rows = await listIssuesByIds(db, projectId, ids);
  const storedIds = new Set(rows.map(({ id }) => id));
  const [first = ""] = ids;
  const issue = ids.every((id) => storedIds.has(id)) ? await findWritableIssue(db, first) : undefined;
  if (!issue) throw new NotFound(message("issue.not_found"));
  if (rows.some((row) => row.source_id !== issue.source_id)) throw new Conflict(message("write.one_tracker"));
  return issue;
}

/** Takes back what of a batch was not sent yet. */
export async function undoWrites(db: Db, user: Principal, slug: string, batch: string): Promise<WriteBatch> {
  const project = await projectFor(db, user, slug, "project.read");
  await requireBatch(db, user.id, project.id, batch);
  await discardHeldWrites(db, user.id, batch);
  return requireBatch(db, user.id, project.id, batch);
}

/** What of the caller's changes is not at the trackers, and how far those of several issues are. */
export async function readStoredWrites(
  db: Db,
  user: Principal,
  slug: string,
  issueId: string | undefined,
): Promise<StoredWrites> {
  const project = await projectFor(db, user, slug, "project.read");
  const [rows, counted] = await Promise.all([
    listOpenWrites(db, { userId: user.id, projectId: project.id, issueId, limit: MAX_LISTED }),
    countBatches(db, user.id, project.id, { endedWithinMs: ENDED_SHOWN_MS }),
  ]);
  const writes = rows.flatMap((row) => presentWrite(row, user));
  return { batches: presentBatches(counted), writes };
}

/**
 * Repeats a change that was refused, did not arrive or was not sent; one whose answer is not known is looked for.
 * @throws NotFound for a change of another user; Conflict for one that waits, and where the user can write nothing
 */
export async function retryWrite(
  deps: IssueWritesDeps,
  user: Principal,
  address: string,
  { slug, id, account }: { readonly slug: string; readonly id: string; readonly account: string },
): Promise<Pick<IssueWriteAnswer, "state" | "text">> {
  const { db } = deps;
  const project = await projectFor(db, user, slug, "issues.write");
  const row = await findOwnWrite(db, { userId: user.id, projectId: project.id, id });
  const target = row && (await writeTargetOf(db, row));
  if (!target) throw new NotFound(message("write.not_found"));
  if (row.state === "held") throw new Conflict(message("write.held"));
  const access = await requireMemberAccess(deps, user, project, target);
  const isOpened = row.state === "refused" && (await reopenIssueWrite(db, id));
  const opened = isOpened ? { ...row, state: "waiting" as const } : row;
  const by = actorOf(user, address);
  const { state, text } =
    target.id === undefined
      ? await runCreation(deps, user, { tracker: target, access, by, account }, opened)
      : await runForMember(deps, user, { project, issue: target, access, by, account }, opened);
  return { state, text };
}

/** Takes back a change. @throws NotFound for one of another user, Conflict for one that is being sent or may still arrive */
export async function discardWrite(db: Db, user: Principal, slug: string, id: string): Promise<void> {
  const project = await projectFor(db, user, slug, "project.read");
  const row = await findOwnWrite(db, { userId: user.id, projectId: project.id, id });
  if (!row) throw new NotFound(message("write.not_found"));
  if (row.state === "done" || row.state === "discarded") return;
  if (!(await discardIssueWrite(db, id))) throw new Conflict(message("write.may_arrive"));
}

async function requireBatch(db: Db, userId: string, projectId: string, batchId: string): Promise<WriteBatch> {
  const [batch] = presentBatches(await countBatches(db, userId, projectId, { batchId }));
  if (!batch) throw new NotFound(message("write.not_found"));
  return batch;
}

function presentBatches(rows: Awaited<ReturnType<typeof countBatches>>): WriteBatch[] {
  const batches = Map.groupBy(rows, ({ batch_id: id }) => id ?? "");
  return [...batches].map(([id, ofBatch]) => {
    const counts: Record<string, number> = {};
    for (const row of ofBatch) {
      const state = stateOf(row);
      if (state) counts[state] = (counts[state] ?? 0) + Number(row.count);
    }
    const heldWrite = ofBatch.find(({ state }) => state === "held");
    return {
      id,
      action: (ofBatch[0]?.action ?? "state") as WriteBatch["action"],
      counts: Object.fromEntries(
        STORED_WRITE_STATES.map((state) => [state, counts[state] ?? 0]),
      ) as WriteBatch["counts"],
      send_in_ms: heldWrite ? Math.max(0, Math.round(heldWrite.send_in ?? 0)) : null,
    };
  });
}

function presentWrite(row: OpenWriteRow, { language }: Pick<Principal, "language">): StoredWrite[] {
  const state = stateOf(row);
  if (!state || !isWhole(row.change)) return [];
  return [
    {
      id: row.id,
      batch: row.batch_id,
      issue: row.issue_id === null ? null : { id: row.issue_id, key: row.key ?? "", title: row.title ?? "" },
      change: row.change,
      account: row.account,
      state,
      text: row.text === null ? null : formatStored(row.text, language),
      created_at: row.created_at.toISOString(),
    },
  ];
}

/** Null for a change that was taken back. */
function stateOf({ state, is_leased: isLeased }: Pick<OpenWriteRow, "state" | "is_leased">): StoredWriteState | null {
  switch (state) {
    case "discarded":
      return null;
    case "waiting":
      return isLeased ? "sending" : "unsent";
    case "sent":
      return isLeased ? "sending" : "unknown";
    default:
      return state;
  }
}
