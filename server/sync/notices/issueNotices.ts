import { isDeepStrictEqual } from "node:util";
import { MINUTE_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type CommentFacts,
  type NoticeIssue,
  listCommentFacts,
  listIssueFacts,
  listIssueFactsByExternalIds,
} from "../../db/tables/notices/noticeCauses.ts";
import { type NoticeWatermark, lockNoticeWatermark } from "../../db/tables/notices/noticeWatermarks.ts";
import { type ReceiverAccount, listReceiverAccounts } from "../../db/tables/notices/noticeReceivers.ts";
import { type NewNotice, writeNotices } from "../../events/writeNotices.ts";
import { type NewOutgoingEvent, writeOutgoing } from "../../events/writeOutgoing.ts";
import { noteRuleEvents } from "./ruleEvents.ts";
import { type MentionedNames, mentionedNames } from "./mentionedNames.ts";

/** Clocks of hosts may be behind: what happened shortly before the end of the first import counts as after it. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;

/** The tracker whose issues change. */
export interface NoticedSource {
  readonly sourceId: string;
  readonly projectId: string;
}

/** Issues, or comments, as they are before a page is stored. */
export interface Before<T> {
  readonly mark: NoticeWatermark;
  readonly rows: ReadonlyMap<string, T>;
}

/**
 * What is stored of the issues that a page is about to change.
 * @returns undefined during the first import, which notifies no user
 */
export async function issuesBefore(
  tx: Db,
  { sourceId }: NoticedSource,
  externalIds: readonly string[],
): Promise<Before<NoticeIssue> | undefined> {
  const mark = await lockNoticeWatermark(tx, sourceId);
  if (!mark) return undefined;
  const rows = await listIssueFactsByExternalIds(tx, sourceId, externalIds);
  return { mark, rows: new Map(rows.map((row) => [row.id, row])) };
}

/** As `issuesBefore`, of comments on issues, by issue and the provider's id. */
export async function commentsBefore(
  tx: Db,
  { sourceId }: NoticedSource,
  issueIds: readonly string[],
  externalIds: readonly string[],
): Promise<Before<CommentFacts> | undefined> {
  const mark = await lockNoticeWatermark(tx, sourceId);
  if (!mark) return undefined;
  const rows = await listCommentFacts(tx, issueIds, externalIds);
  return { mark, rows: new Map(rows.map((row) => [commentKey(row), row])) };
}

const commentKey = ({ issue_id, external_id }: Pick<CommentFacts, "issue_id" | "external_id">): string =>
  `${issue_id} ${external_id}`;

/** Whether something happened after the first import. */
export const isNew = (at: Date, { since }: NoticeWatermark): boolean =>
  at.getTime() >= since.getTime() - CLOCK_TOLERANCE_MS;

/** Notifies members of what happened to their issues in the page that was stored. */
export async function noteIssues(
  tx: Db,
  source: NoticedSource,
  before: Before<NoticeIssue> | undefined,
  ids: readonly string[],
): Promise<void> {
  if (!before || ids.length === 0) return;
  const { mark } = before;
  const changed = (await listIssueFacts(tx, ids)).filter(({ updated_at }) => isNew(updated_at, mark));
  const reported = changed.map((issue) => {
    const old = before.rows.get(issue.id);
    return { issue, old, events: outgoingEvents(issue, old, mark) };
  });
  await writeOutgoing(
    tx,
    { projectId: source.projectId, companyId: null },
    reported.flatMap(({ events }) => events),
  );
  await noteRuleEvents(tx, source.projectId, reported);
  const mentions = new Map(
    changed.map((issue) => [issue.id, newMentions(issue.body, before.rows.get(issue.id)?.body)]),
  );
  const accounts = await findAccounts(tx, source, {
    ids: changed.flatMap(({ author_id, assignees }) => [author_id ?? "", ...assignees]),
    mentions: [...mentions.values()],
  });
  const events = changed.flatMap((issue) => {
    const old = before.rows.get(issue.id);
    return issueEvents(issue, old, mentions.get(issue.id), accounts);
  });
  await writeNotices(
    tx,
    events.map((event) => ({ ...event, projectId: source.projectId, sourceId: source.sourceId })),
  );
}

/** What webhooks of the project are sent about an issue. A comment alone is no change of it. */
function outgoingEvents(issue: NoticeIssue, old: NoticeIssue | undefined, mark: NoticeWatermark): NewOutgoingEvent[] {
  const subject = { kind: "issue", id: issue.id } as const;
  const { updated_at: at } = issue;
  const eventOf = (event: NewOutgoingEvent["event"]) => ({
    event,
    key: `${event} ${issue.id} ${at.toISOString()}`,
    subject,
    at,
  });
  if (old === undefined) {
    const { created_at: created } = issue;
    return isNew(created, mark)
      ? [{ event: "issue.opened", key: `issue.opened ${issue.id}`, subject, at: created }]
      : [];
  }
  if (old.state !== issue.state) return [eventOf(issue.state === "closed" ? "issue.closed" : "issue.reopened")];
  const contents = ({ title, body, labels, assignees }: NoticeIssue) => ({ title, body, labels, assignees });
  return isDeepStrictEqual(contents(old), contents(issue)) ? [] : [eventOf("issue.changed")];
}

function issueEvents(
  issue: NoticeIssue,
  old: NoticeIssue | undefined,
  mentions: MentionedNames | undefined,
  accounts: Accounts,
): NewNotice[] {
  const events: NewNotice[] = [];
  const author = accounts.ownersOf([issue.author_id]);
  const assignees = accounts.ownersOf(issue.assignees);
  const subject = { kind: "issue", id: issue.id } as const;
  const at = issue.updated_at.toISOString();
  for (const userId of accounts.ownersOf(issue.assignees.filter((id) => old?.assignees.includes(id) !== true))) {
    // An issue that a user opens and assigns to themselves is not notified.
    if (old === undefined && author.has(userId)) continue;
    events.push({ userId, kind: "assigned", key: `assigned ${issue.id} ${at}`, subject });
  }
  if (old !== undefined && old.state !== issue.state) {
    const kind = issue.state === "closed" ? "closed" : "reopened";
    for (const userId of author.union(assignees)) {
      events.push({ userId, kind, key: `${kind} ${issue.id} ${at}`, subject });
    }
  }
  for (const userId of accounts.mentionedIn(mentions)) {
    if (author.has(userId)) continue;
    const actor = issue.author === null ? {} : { actor: issue.author };
    events.push({ userId, kind: "mentioned", key: `mentioned ${issue.id}`, subject, data: actor });
  }
  return events;
}

/** Notifies members of comments on their issues, and of comments that mention them. */
export async function noteComments(
  tx: Db,
  source: NoticedSource,
  before: Before<CommentFacts> | undefined,
  ids: { readonly issues: readonly string[]; readonly comments: readonly string[] },
): Promise<void> {
  if (!before || ids.comments.length === 0) return;
  const { mark } = before;
  const changed = (await listCommentFacts(tx, ids.issues, ids.comments)).filter((comment) =>
    isNew(before.rows.has(commentKey(comment)) ? comment.updated_at : comment.created_at, mark),
  );
  if (changed.length === 0) return;
  await writeOutgoing(
    tx,
    { projectId: source.projectId, companyId: null },
    changed
      .filter((comment) => !before.rows.has(commentKey(comment)))
      .map((comment) => ({
        event: "issue.commented",
        key: `issue.commented ${commentKey(comment)}`,
        subject: { kind: "issue", id: comment.issue_id },
        at: comment.created_at,
      })),
  );
  const issues = new Map(
    (await listIssueFacts(tx, [...new Set(changed.map(({ issue_id }) => issue_id))])).map((issue) => [issue.id, issue]),
  );
  const mentions = new Map(
    changed.map((comment) => [
      commentKey(comment),
      newMentions(comment.body, before.rows.get(commentKey(comment))?.body),
    ]),
  );
  const accounts = await findAccounts(tx, source, {
    ids: [
      ...changed.map(({ author_id }) => author_id ?? ""),
      ...[...issues.values()].flatMap(({ author_id, assignees }) => [author_id ?? "", ...assignees]),
    ],
    mentions: [...mentions.values()],
  });
  const events = changed.flatMap((comment) => {
    const issue = issues.get(comment.issue_id);
    const isEdit = before.rows.has(commentKey(comment));
    return issue ? commentEvents(comment, issue, isEdit, mentions.get(commentKey(comment)), accounts) : [];
  });
  await writeNotices(
    tx,
    events.map((event) => ({ ...event, projectId: source.projectId, sourceId: source.sourceId })),
  );
}

function commentEvents(
  comment: CommentFacts,
  issue: NoticeIssue,
  isEdit: boolean,
  mentions: MentionedNames | undefined,
  accounts: Accounts,
): NewNotice[] {
  const writer = accounts.ownersOf([comment.author_id]);
  const subject = { kind: "issue", id: issue.id } as const;
  const data = comment.author === null ? {} : { actor: comment.author };
  const key = `${issue.id} ${comment.external_id}`;
  const mentioned = accounts.mentionedIn(mentions).difference(writer);
  const events: NewNotice[] = [...mentioned].map((userId) => ({
    userId,
    kind: "mentioned",
    key: `mentioned ${key}`,
    bundle: `mentioned ${issue.id}`,
    subject,
    data: { ...data, in_comment: true },
  }));
  if (isEdit) return events;
  // A mention says more than that there is a comment.
  for (const userId of accounts
    .ownersOf([issue.author_id, ...issue.assignees])
    .difference(writer)
    .difference(mentioned)) {
    events.push({ userId, kind: "commented", key: `commented ${key}`, bundle: `commented ${issue.id}`, subject, data });
  }
  return events;
}

/** Mentions in a text that were not in the one before. */
function newMentions(text: string, old: string | undefined): MentionedNames {
  const now = mentionedNames(text);
  if (old === undefined) return now;
  const then = mentionedNames(old);
  return { logins: new Set(now.logins).difference(then.logins), names: new Set(now.names).difference(then.names) };
}

/** The accounts of members that a page names. */
interface Accounts {
  /** The users to whom any of these accounts belongs. */
  readonly ownersOf: (accountIds: readonly (string | null)[]) => ReadonlySet<string> & Set<string>;
  readonly mentionedIn: (mentions: MentionedNames | undefined) => Set<string>;
}

async function findAccounts(
  tx: Db,
  { sourceId }: NoticedSource,
  query: { readonly ids: readonly string[]; readonly mentions: readonly MentionedNames[] },
): Promise<Accounts> {
  const rows: ReceiverAccount[] = await listReceiverAccounts(tx, sourceId, {
    ids: [...new Set(query.ids)],
    logins: [...new Set(query.mentions.flatMap(({ logins }) => [...logins]))],
    names: [...new Set(query.mentions.flatMap(({ names }) => [...names]))],
  });
  return {
    ownersOf: (ids) => new Set(rows.flatMap((row) => (ids.includes(row.account_id) ? [row.user_id] : []))),
    mentionedIn: (mentions) =>
      new Set(rows.flatMap((row) => (mentions && isMentioned(row, mentions) ? [row.user_id] : []))),
  };
}

/** A tracker whose texts have names after an @ has names with a space; a name of one word is compared with the login alone. */
const isMentioned = ({ login, name }: ReceiverAccount, { logins, names }: MentionedNames): boolean =>
  (login !== "" && logins.has(login.toLowerCase())) || (/\s/.test(name) && names.has(name));
