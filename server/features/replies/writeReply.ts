/**
 * Writes or edits the reply on one issue. What a process that ended has sent is found again by its mark before anything is sent, and of an
 * answer that was lost nothing is repeated before the host had time to show it.
 */
import { createHash } from "node:crypto";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import { MAX_REPLIES_PER_HOUR } from "../../../contract/issues/replyKinds.ts";
import { type Principal, principalOf } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { findWritingMember } from "../../db/tables/issues/issueWrites.ts";
import { tryConsume } from "../../db/tables/operations/rateLimits.ts";
import { isReadingFirst } from "../../db/tables/sources/sourceAccess.ts";
import { databaseNow } from "../../db/sqlTime.ts";
import {
  type IssueReplyRow,
  type ReplySettingsRow,
  type ReplyTrackerRow,
  postponeReplies,
  endReply,
  findReplyIssue,
  findReplySettings,
  findReplyTracker,
  findUserPrincipal,
  postponeReply,
  updateLeasedReply,
  updateReplyFault,
} from "../../db/tables/chats/replies.ts";
import { ApiError } from "../../errors.ts";
import type { Invoker } from "../../http/invoker.ts";
import { type Message, formatMessage, message, serializeMessage } from "../../messages/messages.ts";
import { replyMark } from "../../sources/connector/replyTypes.ts";
import { SourceError, type SourceErrorCode } from "../../sources/SourceError.ts";
import { refusalOf } from "../issueWrites/endWrite.ts";
import { hostOf } from "../issueWrites/writeAccess.ts";
import { composeReply } from "./composeReply.ts";
import { readFacts } from "./readFacts.ts";
import { type ReplyAccess, type ReplyAccessDeps, openReplyAccess } from "./replyAccess.ts";
import { runCommands } from "./runCommands.ts";

export interface ReplyDeps extends ReplyAccessDeps {
  readonly invoke: Invoker["invoke"];
}

/** Milliseconds for all requests and answers of one reply. */
const DEADLINE_MS = MINUTE_MS;
/** Longer than the deadline, and than a host takes to show what was sent. */
export const REPLY_LEASE_MS = 3 * MINUTE_MS;
/** After a refusal that concerns all issues of a source. */
const REFUSED_WAIT_MS = 15 * MINUTE_MS;
const FIRST_RETRY_MS = MINUTE_MS;
/** Poll interval while a repository of the project is read for the first time. */
const FIRST_READ_WAIT_MS = 15 * SECOND_MS;
/** Comments by strangers with commands are looked at and not answered: they use up none of the replies. */
const MAX_LOOKS_PER_HOUR = 10 * MAX_REPLIES_PER_HOUR;
const MAX_ATTEMPTS = 8;

/** Refusals that concern every issue of the source. */
const OF_SOURCE: ReadonlySet<SourceErrorCode> = new Set([
  "unauthorized",
  "forbidden",
  "account_changed",
  "provider",
  "connection",
  "address",
  "private_network",
]);
/** Refusals that concern one issue. */
const OF_ISSUE: ReadonlySet<SourceErrorCode> = new Set(["not_found", "gone", "not_taken", "not_offered"]);

/** A reply that is worked on, with all that decides about it. */
export interface ReplyWork {
  readonly deps: ReplyDeps;
  readonly row: IssueReplyRow;
  readonly settings: ReplySettingsRow;
  readonly tracker: ReplyTrackerRow;
  readonly issue: NonNullable<Awaited<ReturnType<typeof findReplyIssue>>>;
  /** The member who turned replies on. */
  readonly user: Principal;
  readonly access: ReplyAccess;
  readonly signal: AbortSignal;
}

/** Works on a reply of which the process has the lease. */
export async function writeReply(deps: ReplyDeps, row: IssueReplyRow): Promise<void> {
  const { db } = deps;
  const tracker = await findReplyTracker(db, row.source_id);
  try {
    const work = await openWork(deps, row, tracker);
    if (work) await writeOpened(work);
  } catch (error) {
    if (error instanceof SourceError) return endFailed(db, row, error, tracker ? hostOf(tracker) : "");
    if (!(error instanceof ApiError)) throw error;
    // The index is not ready, or the plan has changed: for all issues of the source.
    await waitForSource(db, row, error.text, error.status >= 500 ? MINUTE_MS : REFUSED_WAIT_MS);
  }
}

async function openWork(
  deps: ReplyDeps,
  row: IssueReplyRow,
  tracker: ReplyTrackerRow | undefined,
): Promise<ReplyWork | undefined> {
  const { db } = deps;
  const [settings, issue] = await Promise.all([findReplySettings(db, row.source_id), findReplyIssue(db, row.issue_id)]);
  if (!settings?.enabled_at || !tracker || !issue) {
    await postponeReply(db, row, { afterMs: 0, counts: false });
    return undefined;
  }
  const user = await memberOf(db, settings, tracker);
  if (!user) {
    await updateReplyFault(db, row.source_id, { fault: serializeMessage(message("reply.left_project")), isOff: true });
    await postponeReply(db, row, { afterMs: 0, counts: false });
    return undefined;
  }
  const access = await openReplyAccess(deps, tracker, { usesApp: settings.uses_app, memberId: user.id });
  if ("reason" in access) {
    await waitForSource(db, row, access.reason, REFUSED_WAIT_MS);
    return undefined;
  }
  // Without the code a comment has no place, and nothing would change it when the code is there.
  if (await isReadingFirst(db, tracker.project_id)) {
    await postponeReplies(db, row.source_id, FIRST_READ_WAIT_MS);
    await postponeReply(db, row, { afterMs: 0, counts: false });
    return undefined;
  }
  if (!(await isWithinHour(db, row, "looks", MAX_LOOKS_PER_HOUR))) return undefined;
  return { deps, row, settings, tracker, issue, user, access, signal: AbortSignal.timeout(DEADLINE_MS) };
}

/** Counts one more of this hour; postpones all replies of the source when there were too many. */
async function isWithinHour(db: Db, row: IssueReplyRow, of: "looks" | "replies", size: number): Promise<boolean> {
  const bucket = { key: `${of} ${row.source_id}`, size, windowMs: HOUR_MS };
  if (await tryConsume(db, bucket, databaseNow())) return true;
  await postponeReplies(db, row.source_id, MINUTE_MS);
  await postponeReply(db, row, { afterMs: 0, counts: false });
  return false;
}

/** The member who turned replies on, while the member may change the sources of the project. */
async function memberOf(db: Db, { enabled_by: id }: ReplySettingsRow, tracker: ReplyTrackerRow) {
  if (id === null) return undefined;
  const [member, row] = await Promise.all([findWritingMember(db, id, tracker.project_id), findUserPrincipal(db, id)]);
  return member && row && mayInProject(member.role, "sources.change") ? principalOf(row, "", new Date()) : undefined;
}

async function writeOpened(work: ReplyWork): Promise<void> {
  const { deps, row, settings, access, signal } = work;
  const { db } = deps;
  const { id: account, name } = await access.account(signal);
  if (account !== settings.account_id)
    throw new SourceError("account_changed", message("reply.other_account", { account: name }));
  const isCommanded = await runCommands(work);
  const text = row.is_wanted || isCommanded ? await textOf(work) : null;
  const digest = text === null ? null : createHash("sha256").update(text).digest("hex");
  const isSame = digest === row.digest && row.comment_id !== null;
  let isRemoved = false;
  if (text !== null && !isSame) {
    // The lease may have ended while the engines worked: then another process writes.
    if (!(await updateLeasedReply(db, row, { is_wanted: true }))) return;
    if (!(await isWithinHour(db, row, "replies", MAX_REPLIES_PER_HOUR))) return;
    const id = await placeComment(work, account, { text, mayPostAgain: isCommanded });
    if (id === undefined) return;
    isRemoved = id === null;
    if (id !== null) await updateLeasedReply(db, row, { comment_id: id, comment_by: account, digest });
  }
  await endReply(db, row, { state: isRemoved ? "removed" : "seen", fault: null });
  if (settings.fault !== null) await updateReplyFault(db, row.source_id, { fault: null });
}

/**
 * Posts the comment, or edits the one that is there: the one whose id was stored. Only where none was stored, which is so after a lost answer,
 * it is recognised by its author and its mark.
 * @returns its id; null where people have deleted it, or where another account has written it; undefined where another process works on it
 */
async function placeComment(
  { deps: { db }, row, tracker, issue, access, signal }: ReplyWork,
  account: string,
  { text, mayPostAgain }: { readonly text: string; readonly mayPostAgain: boolean },
): Promise<string | null | undefined> {
  const named = { externalId: issue.external_id, key: issue.key };
  let number = row.comment_number;
  const textOfNumber = () => ({ markdown: text, mark: replyMark(tracker, issue.external_id, number) });
  const author = row.comment_by ?? account;
  const { mark } = textOfNumber();
  const commentId =
    row.comment_id ?? (await access.use(({ replies }) => replies.find(named, { author, mark }, signal)));
  if (commentId !== null) {
    // Hosts let an account edit comments of others, or refuse it: what another account has posted stays as it is.
    const isOwn = author === account;
    if (isOwn && (await access.use(({ replies }) => replies.edit(named, commentId, textOfNumber(), signal))))
      return commentId;
    number += 1;
    const gone = { comment_id: null, comment_by: null, comment_number: number, digest: null };
    // At once with its end: who takes it after this process has ended would post it again.
    const change = mayPostAgain ? gone : { ...gone, state: "removed" as const };
    if (!(await updateLeasedReply(db, row, change))) return undefined;
    if (!mayPostAgain) return null;
  }
  // Stored first: the answer may be lost.
  if (!(await updateLeasedReply(db, row, { comment_by: account }))) return undefined;
  return access.use(({ replies }) => replies.post(named, textOfNumber(), signal));
}

/** Null where there is nothing to say. */
async function textOf({ deps, row, settings, tracker, user, signal }: ReplyWork): Promise<string | null> {
  const { mentions, names_all: namesAll, language } = settings;
  const rules = { mentions, namesAll, language };
  const read = await readFacts(deps, { tracker, user, rules, issueId: row.issue_id, signal });
  const text = read ? composeReply(settings.template, read.facts) : null;
  return text ?? (row.comment_id === null ? null : formatMessage(message("reply.nothing_left"), language));
}

async function waitForSource(db: Db, row: IssueReplyRow, reason: Message, waitMs: number): Promise<void> {
  await updateReplyFault(db, row.source_id, { fault: serializeMessage(reason), waitMs });
  await postponeReply(db, row, { afterMs: 0, counts: false });
}

async function endFailed(db: Db, row: IssueReplyRow, error: SourceError, host: string): Promise<void> {
  const { code, refusal, retryAfterMs } = error;
  if (code === "rate_limited") return waitForSource(db, row, error.text, retryAfterMs ?? MINUTE_MS);
  if (OF_SOURCE.has(code)) return waitForSource(db, row, refusalOf(error, host), REFUSED_WAIT_MS);
  const isRefused = refusal !== null && refusal.status >= 400 && refusal.status < 500;
  if (OF_ISSUE.has(code) || isRefused || row.attempts >= MAX_ATTEMPTS)
    return endReply(db, row, { state: "failed", fault: serializeMessage(refusalOf(error, host)) });
  await postponeReply(db, row, { afterMs: FIRST_RETRY_MS * 2 ** (row.attempts - 1), counts: true });
}
