/** A new issue at its tracker, which is in the project as soon as it is made. */
import type { z } from "zod";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import type { NewIssueAnswer, NewIssueBody, NewIssueForm } from "../../../contract/issues/issueWrites.ts";
import { type Actor, actorOf } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listStoredIssues } from "../../db/tables/issues/issueStorage.ts";
import {
  type IssueWriteRow,
  type WritableTrackerRow,
  findWritableIssue,
  findWritableTracker,
} from "../../db/tables/issues/issueWrites.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import { NotFound } from "../../errors.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import { readMadeReference } from "../../sources/connector/writerTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { type WriteTarget, refusalOf } from "./endWrite.ts";
import { runWrite } from "./runWrite.ts";
import { type IssueWritesDeps, storeWrite } from "./service.ts";
import { openMemberAccess, requireMemberAccess } from "./memberAccess.ts";
import { type Blocked, type WriteAccess, hostOf } from "./writeAccess.ts";

/** Milliseconds that the tracker may take to say what a new issue can have. */
const FORM_DEADLINE_MS = 15 * SECOND_MS;

/** Where a stored change is written. */
export async function writeTargetOf(
  db: Db,
  { issue_id: issueId, source_id: sourceId }: Pick<IssueWriteRow, "issue_id" | "source_id">,
): Promise<WriteTarget | undefined> {
  return issueId === null ? findWritableTracker(db, sourceId) : findWritableIssue(db, issueId);
}

async function requireTracker(db: Db, projectId: string, id: string): Promise<WritableTrackerRow> {
  const tracker = await findWritableTracker(db, id);
  if (tracker?.project_id !== projectId) throw new NotFound(message("source.not_found"));
  return tracker;
}

/** What a new issue of a tracker can have, for the member's account. */
export async function readNewIssueForm(
  deps: IssueWritesDeps,
  user: Principal,
  slug: string,
  trackerId: string,
): Promise<NewIssueForm> {
  const project = await projectFor(deps.db, user, slug, "project.read");
  const tracker = await requireTracker(deps.db, project.id, trackerId);
  const block = ({ code, text, connect }: Blocked): NewIssueForm => ({
    blocked: { code, text: formatMessage(text, user.language) },
    connect,
    account: null,
    types: [],
    labels: [],
  });
  const access = await openMemberAccess(deps, { id: user.id, role: project.role }, tracker);
  if ("blocked" in access) return block(access.blocked);
  try {
    const signal = AbortSignal.timeout(FORM_DEADLINE_MS);
    const { account, reason, types, labels } = await access.use((writer) => writer.creation(signal));
    if (reason) return block({ code: "host", text: reason, connect: null });
    return { blocked: null, connect: null, account, types, labels };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return block({ code: "host", text: refusalOf(error, hostOf(tracker)), connect: null });
  }
}

/** Makes an issue at its tracker, once for each key. @throws NotFound, Forbidden; Conflict where the member cannot write */
export async function createIssue(
  deps: IssueWritesDeps,
  user: Principal,
  address: string,
  slug: string,
  { key, account, tracker: trackerId, issue }: z.output<typeof NewIssueBody>,
): Promise<NewIssueAnswer> {
  const project = await projectFor(deps.db, user, slug, "issues.write");
  const tracker = await requireTracker(deps.db, project.id, trackerId);
  const access = await requireMemberAccess(deps, user, project, tracker);
  const row = await storeWrite(deps, user, address, tracker, { key, account, change: issue });
  return runCreation(deps, user, { tracker, access, by: actorOf(user, address), account }, row);
}

/** Runs a stored new issue while its member waits for it. */
export async function runCreation(
  deps: IssueWritesDeps,
  user: Principal,
  {
    tracker,
    access,
    by,
    account,
  }: {
    readonly tracker: WritableTrackerRow;
    readonly access: WriteAccess;
    readonly by: Actor;
    readonly account: string;
  },
  row: IssueWriteRow,
): Promise<NewIssueAnswer> {
  const { db } = deps;
  const { state, text, reference } = await runWrite({ db, issue: tracker, access, by, account, mode: "write" }, row);
  const created = state === "done" ? readMadeReference(reference) : null;
  if (created) await deps.sync.refreshIssue(tracker.source_id, created);
  return {
    state,
    text: text && formatMessage(text, user.language),
    address: created && (await addressOf(db, tracker.source_id, created.externalId)),
  };
}

/** Null for an issue that the access of the source does not show. */
async function addressOf(db: Db, sourceId: string, externalId: string): Promise<string | null> {
  const issue = (await listStoredIssues(db, sourceId, [externalId]))[0];
  return issue ? issueAddress(issue, (await listIssuesWithSharedKey(db, [issue.id])).has(issue.id)) : null;
}
