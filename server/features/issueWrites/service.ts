import type { IssueActions, IssueWriteAnswer, IssueWriteBody } from "../../../contract/issues/issueWrites.ts";
import type { z } from "zod";
import type { ProjectAction } from "../../../contract/access/policy.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import { type Actor, actorOf } from "../../access/auditLog.ts";
import { type ProjectAccess, projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { StoredChange } from "../../db/schema/writeSchema.ts";
import { newId } from "../../db/newId.ts";
import { discardRefusedWrites } from "../../db/tables/issues/heldWrites.ts";
import {
  type IssueWriteRow,
  type WritableIssueRow,
  findWritableIssue,
  insertIssueWrite,
} from "../../db/tables/issues/issueWrites.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { presentIssue } from "../../project/presentIssues.ts";
import { requireIssue } from "../../project/requireIssue.ts";
import { type WriteTarget, refusalOf } from "./endWrite.ts";
import { digestOf, namesOf, runWrite } from "./runWrite.ts";
import { type MemberAccessDeps, openMemberAccess, requireMemberAccess } from "./memberAccess.ts";
import { type WriteAccess, hostOf } from "./writeAccess.ts";

export interface IssueWritesDeps extends MemberAccessDeps {
  readonly sync: Pick<SyncService, "refreshIssue">;
}

/** Milliseconds that the tracker may take to say what can be done. */
const OFFERS_DEADLINE_MS = 15 * SECOND_MS;

async function openIssue(
  { db }: Pick<IssueWritesDeps, "db">,
  user: Principal,
  slug: string,
  id: string,
  action: ProjectAction,
): Promise<{ readonly project: ProjectAccess; readonly issue: WritableIssueRow }> {
  const project = await projectFor(db, user, slug, action);
  const { id: issueId } = await requireIssue(db, project.id, id);
  const issue = await findWritableIssue(db, issueId);
  if (!issue) throw new NotFound(message("issue.not_found"));
  return { project, issue };
}

/** What the member can do to an issue at its tracker now, with the reason for what cannot work. */
export async function readIssueActions(
  deps: IssueWritesDeps,
  user: Principal,
  slug: string,
  id: string,
): Promise<IssueActions> {
  const { project, issue } = await openIssue(deps, user, slug, id, "project.read");
  const { language } = user;
  const access = await openMemberAccess(deps, { id: user.id, role: project.role }, issue);
  if ("blocked" in access) {
    const { code, text, connect } = access.blocked;
    return { blocked: { code, text: formatMessage(text, language) }, connect, account: null, actions: [] };
  }
  try {
    const signal = AbortSignal.timeout(OFFERS_DEADLINE_MS);
    const { account, actions } = await access.use((writer) => writer.offers(namesOf(issue), signal));
    return {
      blocked: null,
      connect: null,
      account,
      actions: actions.map(({ action, reason, options, current, isMultiple }) => ({
        action,
        reason: reason && formatMessage(reason, language),
        options: [...options],
        current: [...current],
        is_multiple: isMultiple,
      })),
    };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const text = formatMessage(refusalOf(error, hostOf(issue)), language);
    return { blocked: { code: "host", text }, connect: null, account: null, actions: [] };
  }
}

/**
 * Writes one change to the tracker, and reads the issue from there again.
 * @throws NotFound, Forbidden; Conflict where the member cannot write, and for a key of another change
 */
export async function writeIssue(
  deps: IssueWritesDeps,
  user: Principal,
  address: string,
  { slug, id, body }: { readonly slug: string; readonly id: string; readonly body: z.output<typeof IssueWriteBody> },
): Promise<IssueWriteAnswer> {
  const { project, issue } = await openIssue(deps, user, slug, id, "issues.write");
  const access = await requireMemberAccess(deps, user, project, issue);
  const row = await storeWrite(deps, user, address, issue, body);
  const { action } = body.change;
  if (row.state === "waiting") await discardRefusedWrites(deps.db, { userId: user.id, issueId: issue.id, action });
  return runForMember(deps, user, { project, issue, access, by: actorOf(user, address), account: body.account }, row);
}

/** Runs a stored change while its member waits for it. */
export async function runForMember(
  deps: IssueWritesDeps,
  user: Principal,
  {
    project,
    issue,
    access,
    by,
    account,
  }: {
    readonly project: ProjectAccess;
    readonly issue: WritableIssueRow;
    readonly access: WriteAccess;
    readonly by: Actor;
    readonly account: string;
  },
  row: IssueWriteRow,
): Promise<IssueWriteAnswer> {
  const { state, text } = await runWrite({ db: deps.db, issue, access, by, account, mode: "write" }, row);
  await deps.sync.refreshIssue(issue.source_id, namesOf(issue));
  return {
    state,
    text: text && formatMessage(text, user.language),
    issue: await presentIssue(deps.db, await requireIssue(deps.db, project.id, issue.id), project.slug),
  };
}

/** Stores a change. @returns the stored one with its key. @throws Conflict for a key of another change */
export async function storeWrite(
  { db }: Pick<IssueWritesDeps, "db">,
  user: Principal,
  address: string,
  target: WriteTarget,
  { key, account, change }: { readonly key: string; readonly account: string; readonly change: StoredChange },
): Promise<IssueWriteRow> {
  const digest = digestOf(change);
  const row = await insertIssueWrite(db, {
    id: newId(),
    project_id: target.project_id,
    source_id: target.source_id,
    issue_id: target.id ?? null,
    user_id: user.id,
    request_key: key,
    digest,
    change: JSON.stringify(change),
    address: address.slice(0, 100),
    account,
    agent: user.agent ?? null,
  });
  if (row.digest !== digest || row.source_id !== target.source_id || row.issue_id !== (target.id ?? null))
    throw new Conflict(message("write.key_reused"));
  return row;
}
