/** The settings of replies, what is kept of the reply on each issue, and the commands in comments. */
import { type Insertable, type Selectable, sql } from "kysely";
import { DAY_MS } from "../../../../contract/durations.ts";
import type { Db } from "../../openDb.ts";
import type { IssueRepliesTable, ReplySettingsTable } from "../../schema/replySchema.ts";
import { databaseNow, interval } from "../../sqlTime.ts";
import { ownerMaySignIn } from "../directory/ssoAccounts.ts";
import { type TurnQueue, takeTurn } from "../operations/turns.ts";
import { PRINCIPAL_COLUMNS } from "../accounts/users.ts";

export type ReplySettingsRow = Selectable<ReplySettingsTable>;
export type IssueReplyRow = Selectable<IssueRepliesTable>;
/** A reply that is leased by one process, until another one takes it. */
export type ReplyLease = Pick<IssueReplyRow, "issue_id" | "lease">;

/** Fingerprint of the text of an issue: a reply is due again when it differs. */
const print = sql<string>`md5(i.title || chr(10) || i.body)`;
/** What programs write gets no reply. */
const isByPerson = sql`not exists (select from accounts a where a.id = i.author_id and a.is_bot)`;
/** Hosts say the second of an issue. */
const since = (enabledAt: Date) => sql`date_trunc('second', ${enabledAt}::timestamptz)`;
/** Issues whose host time of change is later than this were not all looked at before: clocks differ, and syncs take time. */
const LOOK_BACK_MS = DAY_MS;

/** A user as the caller of calls without a session; undefined for one who could not sign in now. */
export const findUserPrincipal = (db: Db, userId: string) =>
  db
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select(PRINCIPAL_COLUMNS)
    .where("users.id", "=", userId)
    .where(ownerMaySignIn)
    .executeTakeFirst();

/** A tracker as far as replies go. */
export const findReplyTracker = (db: Db, sourceId: string) =>
  db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select([
      "sources.id as source_id",
      "sources.name",
      "sources.provider",
      "sources.url",
      "sources.visibility",
      "sources.allows_writing",
      "sources.secret_id",
      "sources.access_by",
      "sources.app_installation_id",
      "projects.id as project_id",
      "projects.slug",
      "projects.company_id",
    ])
    .where("sources.id", "=", sourceId)
    .where("sources.kind", "=", "tracker")
    .executeTakeFirst();
export type ReplyTrackerRow = NonNullable<Awaited<ReturnType<typeof findReplyTracker>>>;

/** The repositories of a project, with what decides whether a reply may name their files. */
export const listReplyRepositories = (db: Db, projectId: string) =>
  db
    .selectFrom("sources")
    .select(["id", "provider", "url", "visibility"])
    .where("project_id", "=", projectId)
    .where("kind", "=", "repository")
    .execute();
export type ReplyRepositoryRow = Awaited<ReturnType<typeof listReplyRepositories>>[number];

/** With the name of the member who turned it on. */
export const findReplySettings = (db: Db, sourceId: string) =>
  db
    .selectFrom("reply_settings")
    .leftJoin("users", "users.id", "reply_settings.enabled_by")
    .selectAll("reply_settings")
    .select("users.name as enabled_by_name")
    .where("source_id", "=", sourceId)
    .executeTakeFirst();

export async function upsertReplySettings(db: Db, row: Insertable<ReplySettingsTable>): Promise<void> {
  const { source_id: _, ...values } = row;
  await db
    .insertInto("reply_settings")
    .values(row)
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet(values))
    .execute();
}

/** Notes what keeps replies of a source from being written, or that nothing does; a wait that has not passed stays. */
export async function updateReplyFault(
  db: Db,
  sourceId: string,
  {
    fault,
    waitMs = 0,
    isOff = false,
  }: { readonly fault: string | null; readonly waitMs?: number; readonly isOff?: boolean },
): Promise<void> {
  await db
    .updateTable("reply_settings")
    .set({
      fault,
      fault_at: fault === null ? null : databaseNow(),
      ...(waitMs > 0 && { waits_until: sql<Date>`${databaseNow()} + ${interval(waitMs)}` }),
      ...(isOff && { enabled_at: null }),
    })
    .where("source_id", "=", sourceId)
    .$if(fault === null, (update) =>
      update.where((is) => is.or([is("waits_until", "is", null), is("waits_until", "<=", databaseNow())])),
    )
    .execute();
}

/** Turns off the replies that a user has turned on. @param fault why, as a stored message */
export async function disableRepliesOf(tx: Db, userId: string, fault: string): Promise<void> {
  await tx
    .updateTable("reply_settings")
    .set({ enabled_at: null, fault, fault_at: databaseNow() })
    .where("enabled_by", "=", userId)
    .where("enabled_at", "is not", null)
    .execute();
}

/** Lets the replies of a source wait, for no fault. */
export async function postponeReplies(db: Db, sourceId: string, ms: number): Promise<void> {
  await db
    .updateTable("reply_settings")
    .set({ waits_until: sql<Date>`${databaseNow()} + ${interval(ms)}` })
    .where("source_id", "=", sourceId)
    .execute();
}

/** Notes the present text of every issue without a row, so that only later changes count. */
export async function insertSeenIssues(db: Db, sourceId: string): Promise<void> {
  await sql`
    insert into issue_replies (issue_id, source_id, state, is_wanted, print)
    select i.id, i.source_id, 'seen', false, ${print} from issues i where i.source_id = ${sourceId}
    on conflict (issue_id) do update set print = excluded.print, state = case
      when issue_replies.state = 'removed' then 'removed' else 'seen' end`.execute(db);
}

/** Sources with replies of which a sync has ended since they were looked through. */
export const listSourcesToLookThrough = (db: Db) =>
  db
    .selectFrom("reply_settings")
    .innerJoin("sources", "sources.id", "reply_settings.source_id")
    .select([
      "reply_settings.source_id",
      "reply_settings.enabled_at",
      "reply_settings.looked_at",
      "sources.sync_finished_at",
    ])
    .where("reply_settings.enabled_at", "is not", null)
    .where("sources.sync_finished_at", "is not", null)
    .where((is) =>
      is.or([
        is("reply_settings.looked_at", "is", null),
        is("sources.sync_finished_at", ">", is.ref("reply_settings.looked_at")),
      ]),
    )
    .execute();
type SourceToLookThrough = Awaited<ReturnType<typeof listSourcesToLookThrough>>[number];

/** Marks what has changed since the last look: new issues, those with another text, and those with a new command. */
export async function markDueReplies(
  tx: Db,
  { source_id: sourceId, enabled_at: enabledAt, looked_at: lookedAt, sync_finished_at: until }: SourceToLookThrough,
): Promise<void> {
  if (enabledAt === null || until === null) return;
  const from = new Date((lookedAt ?? enabledAt).getTime() - LOOK_BACK_MS);
  const changed = sql`changed_at = greatest(now(), issue_replies.changed_at + interval '1 millisecond')`;
  await sql`
    update issue_replies set state = 'due', is_wanted = true, print = ${print}, attempts = 0, next_at = now(), ${changed}
    from issues i
    where i.id = issue_replies.issue_id and i.source_id = ${sourceId} and i.state = 'open' and i.updated_at >= ${from}
      and issue_replies.state <> 'removed' and issue_replies.print <> ${print} and ${isByPerson}`.execute(tx);
  await sql`
    insert into issue_replies (issue_id, source_id, state, is_wanted, print)
    select i.id, i.source_id, case when i.state = 'open' and i.created_at >= ${since(enabledAt)} and ${isByPerson}
      then 'due' else 'seen' end, true, ${print}
    from issues i where i.source_id = ${sourceId}
      and not exists (select from issue_replies r where r.issue_id = i.id)
    on conflict do nothing`.execute(tx);
  await sql`
    update issue_replies set is_wanted = (issue_replies.state = 'due' and issue_replies.is_wanted), state = 'due', attempts = 0, next_at = now(), ${changed}
    from issues i
    where i.id = issue_replies.issue_id and i.source_id = ${sourceId} and i.updated_at >= ${from}
      and exists (select from ${commandsOf(enabledAt)} and c.issue_id = i.id)`.execute(tx);
  await tx.updateTable("reply_settings").set({ looked_at: until }).where("source_id", "=", sourceId).execute();
}

/** Comments of people since a time with a line that may be a command, which were not handled. */
const commandsOf = (enabledAt: Date) => sql`issue_comments c join accounts author on author.id = c.author_id
  where not author.is_bot and c.created_at >= ${since(enabledAt)}
    and (c.body like '/clew %' or c.body like E'%\\n/clew %')
    and not exists (select from reply_commands k where k.issue_id = c.issue_id and k.comment_id = c.external_id)`;

export interface CommandRow {
  readonly comment_id: string;
  readonly body: string;
  readonly external_id: string;
  readonly login: string;
}

/** Comments of an issue that may have commands, oldest first. */
export async function listCommandComments(
  db: Db,
  issueId: string,
  { enabledAt, limit }: { readonly enabledAt: Date; readonly limit: number },
): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select c.external_id as comment_id, c.body, author.external_id, author.login
    from ${commandsOf(enabledAt)} and c.issue_id = ${issueId} order by c.created_at, c.id limit ${limit}`.execute(db);
  return rows;
}

export async function insertReplyCommand(db: Db, issueId: string, commentId: string): Promise<void> {
  await db
    .insertInto("reply_commands")
    .values({ issue_id: issueId, comment_id: commentId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Has a command run again that an error kept from its end. */
export async function deleteReplyCommand(db: Db, issueId: string, commentId: string): Promise<void> {
  await db.deleteFrom("reply_commands").where("issue_id", "=", issueId).where("comment_id", "=", commentId).execute();
}

/** Hosts ask for comments of an account one after another. */
const LIMITS = { perSource: 1, perCompany: 4 };
const QUEUE: TurnQueue = {
  settings: "reply_settings",
  work: "issue_replies",
  id: "issue_id",
  dueAt: "next_at",
  state: "due",
  isServed: sql`c.enabled_at is not null and s.paused_at is null and (c.waits_until is null or c.waits_until <= now())`,
};

/** Takes the next reply for one process, of the sources that may write now. */
export const leaseReply = (db: Db, leaseMs: number): Promise<IssueReplyRow | undefined> =>
  db.transaction().execute(async (tx) => {
    const id = await takeTurn(tx, QUEUE, LIMITS);
    if (id === undefined) return undefined;
    return tx
      .updateTable("issue_replies")
      .set((row) => ({
        leased_until: sql<Date>`${databaseNow()} + ${interval(leaseMs)}`,
        lease: row("lease", "+", 1),
        attempts: row("attempts", "+", 1),
      }))
      .where("issue_id", "=", id)
      .returningAll()
      .executeTakeFirst();
  });

/** Changes a reply that the process still has. @returns false where another one has taken it */
export async function updateLeasedReply(
  db: Db,
  { issue_id: id, lease }: ReplyLease,
  change: Partial<
    Pick<
      IssueReplyRow,
      "comment_id" | "comment_by" | "comment_number" | "digest" | "duplicate_of" | "is_wanted" | "state"
    >
  >,
): Promise<boolean> {
  const { numUpdatedRows: changed } = await db
    .updateTable("issue_replies")
    .set(change)
    .where("issue_id", "=", id)
    .where("lease", "=", lease)
    .executeTakeFirst();
  return changed > 0n;
}

/** Ends the work on a reply; what has changed meanwhile stays due. */
export async function endReply(
  db: Db,
  { issue_id: id, lease, changed_at: changedAt }: ReplyLease & Pick<IssueReplyRow, "changed_at">,
  { state, fault }: Pick<IssueReplyRow, "state" | "fault">,
): Promise<void> {
  await sql`
    update issue_replies set leased_until = null, fault = ${fault},
      state = case when changed_at = ${changedAt} then ${state} else 'due' end,
      is_wanted = case when changed_at = ${changedAt} then false else is_wanted end,
      attempts = case when changed_at = ${changedAt} then attempts else 0 end
    where issue_id = ${id} and lease = ${lease}`.execute(db);
}

/** Gives a reply back; it is due again after a time. @param counts the attempt was one */
export async function postponeReply(
  db: Db,
  { issue_id: id, lease }: ReplyLease,
  { afterMs, counts }: { readonly afterMs: number; readonly counts: boolean },
): Promise<void> {
  await db
    .updateTable("issue_replies")
    .set((row) => ({
      leased_until: null,
      next_at: sql<Date>`${databaseNow()} + ${interval(afterMs)}`,
      ...(!counts && { attempts: sql<number>`greatest(${row.ref("attempts")} - 1, 0)` }),
    }))
    .where("issue_id", "=", id)
    .where("lease", "=", lease)
    .execute();
}

/** The text of an issue with its names at the host. */
export const findReplyIssue = (db: Db, issueId: string) =>
  db
    .selectFrom("issues")
    .select(["id", "source_id", "external_id", "key", "title", "body", "state"])
    .where("id", "=", issueId)
    .executeTakeFirst();

/** Id of the issue of a tracker with a key. */
export const findIssueOfKey = (db: Db, sourceId: string, key: string) =>
  db
    .selectFrom("issues")
    .select(["id", "key", "title", "url"])
    .where("source_id", "=", sourceId)
    .where("key", "=", key)
    .executeTakeFirst();

export const listReplyIssueNames = (db: Db, issueIds: readonly string[]) =>
  db
    .selectFrom("issues")
    .select(["id", "key", "title", "url"])
    .where("id", "in", [...issueIds, ""])
    .execute();

/** Issues that a command has named as the same as this one, in either direction. */
export async function listCommandedDuplicates(db: Db, issueId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("issue_replies")
    .select(["issue_id", "duplicate_of"])
    .where("duplicate_of", "is not", null)
    .where((is) => is.or([is("issue_id", "=", issueId), is("duplicate_of", "=", issueId)]))
    .execute();
  return rows.map((row) => (row.issue_id === issueId ? (row.duplicate_of ?? "") : row.issue_id));
}

/** How many replies of a source are in each state, with those that were written, and the newest failure. */
export async function countReplies(db: Db, sourceId: string) {
  const { rows } = await sql<{
    written: number;
    due: number;
    failed: number;
    fault: string | null;
    key: string | null;
  }>`
    select count(*) filter (where comment_id is not null)::integer as written,
      count(*) filter (where state = 'due')::integer as due, count(*) filter (where state = 'failed')::integer as failed,
      (select f.fault from issue_replies f where f.source_id = ${sourceId} and f.state = 'failed'
        order by f.changed_at desc, f.issue_id limit 1) as fault,
      (select i.key from issue_replies f join issues i on i.id = f.issue_id where f.source_id = ${sourceId} and f.state = 'failed'
        order by f.changed_at desc, f.issue_id limit 1) as key
    from issue_replies where source_id = ${sourceId}`.execute(db);
  return rows[0] ?? { written: 0, due: 0, failed: 0, fault: null, key: null };
}

/** The newest issues of a source. */
export const listNewestIssues = (db: Db, sourceId: string, limit: number) =>
  db
    .selectFrom("issues")
    .select(["id", "key", "title"])
    .where("source_id", "=", sourceId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
