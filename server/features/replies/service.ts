/** The settings of the replies of a tracker, and what a reply would say. */
import { REPLY_PREVIEW_ISSUES } from "../../../contract/issues/replyKinds.ts";
import type {
  ReplyBy,
  ReplyPreview,
  ReplyPreviewBody,
  ReplySettings,
  ReplySettingsBody,
} from "../../../contract/issues/replies.ts";
import type { z } from "zod";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { projectWithId } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type ReplyTrackerRow,
  countReplies,
  findReplyIssue,
  findReplySettings,
  findReplyTracker,
  insertSeenIssues,
  listNewestIssues,
  upsertReplySettings,
} from "../../db/tables/chats/replies.ts";
import { findSyncFinished, lockSourceAccess } from "../../db/tables/sources/sourceAccess.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { formatMessage, formatStored, message } from "../../messages/messages.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import type { WriterAccount } from "../../sources/connector/writerTypes.ts";
import { accountAtHost } from "../issueWrites/writeAccess.ts";
import { composeReply } from "./composeReply.ts";
import { defaultTemplate } from "./defaultTemplate.ts";
import { readFacts } from "./readFacts.ts";
import { type ReplyAccessDeps, openReplyAccess } from "./replyAccess.ts";
import { templateFault } from "./replyTemplate.ts";
import type { ReplyDeps } from "./writeReply.ts";

/** @throws NotFound for a source that the caller does not see, and for none that is a tracker; Forbidden; Conflict where nothing can be written */
export async function requireReplyTracker(db: Db, user: Principal, sourceId: string): Promise<ReplyTrackerRow> {
  const tracker = await findReplyTracker(db, sourceId);
  const missing = message("source.not_found");
  await projectWithId(db, user, tracker?.project_id, "sources.change", missing);
  if (!tracker) throw new NotFound(missing);
  if (providerRulesOf(tracker.provider).takesChanges !== true) throw new Conflict(message("reply.unsupported"));
  return tracker;
}

type Account = { readonly by: ReplyBy } & (
  | { readonly account: WriterAccount; readonly reason: null }
  | { readonly account: null; readonly reason: ReturnType<typeof message> }
);

/** Accounts that a member can choose for replies. */
async function accountOf(
  deps: ReplyAccessDeps,
  tracker: ReplyTrackerRow,
  memberId: string,
  by: ReplyBy,
): Promise<Account> {
  const access = await openReplyAccess(deps, tracker, { usesApp: by === "app", memberId });
  if ("reason" in access) return { by, account: null, reason: access.reason };
  const account = await accountAtHost(tracker, (signal) => access.use(() => access.account(signal)));
  return "reason" in account ? { by, account: null, reason: account.reason } : { by, account, reason: null };
}

export async function readReplySettings(
  deps: ReplyAccessDeps,
  user: Principal,
  sourceId: string,
): Promise<ReplySettings> {
  const { db } = deps;
  const { language } = user;
  const tracker = await requireReplyTracker(db, user, sourceId);
  const choices: ReplyBy[] = tracker.app_installation_id === null ? ["account"] : ["app", "account"];
  const [settings, counts, issues, accounts] = await Promise.all([
    findReplySettings(db, sourceId),
    countReplies(db, sourceId),
    listNewestIssues(db, sourceId, REPLY_PREVIEW_ISSUES),
    Promise.all(choices.map((by) => accountOf(deps, tracker, user.id, by))),
  ]);
  return {
    enabled: Boolean(settings?.enabled_at),
    by: settings ? (settings.uses_app ? "app" : "account") : null,
    account: settings?.account ?? null,
    enabled_by: settings?.enabled_by_name ?? null,
    template: settings?.template ?? defaultTemplate(language),
    mentions: settings?.mentions ?? false,
    names_all: settings?.names_all ?? false,
    accounts: accounts.map(({ by, account, reason }) => ({
      by,
      name: account?.name ?? null,
      reason: reason && formatMessage(reason, language),
    })),
    written: counts.written,
    waiting: counts.due,
    failed: counts.failed,
    fault: settings?.fault ? formatStored(settings.fault, language) : null,
    fault_at: settings?.fault_at?.toISOString() ?? null,
    failure:
      counts.fault === null
        ? null
        : formatMessage(
            message("reply.issue_failed", { key: counts.key ?? "", reason: formatStored(counts.fault, language) }),
            language,
          ),
    issues,
  };
}

function requireTemplate(template: string): void {
  const fault = templateFault(template);
  if (fault) throw new Invalid({ template: [fault] });
}

/** Turns replies on as the caller, or off, or changes them. @throws Invalid, Conflict */
export async function changeReplySettings(
  deps: ReplyAccessDeps,
  user: Principal,
  address: string,
  sourceId: string,
  { enabled, by, account: seen, template, mentions, names_all: namesAll }: ReplySettingsBody,
): Promise<void> {
  const { db } = deps;
  const tracker = await requireReplyTracker(db, user, sourceId);
  requireTemplate(template);
  const postingAccount = enabled ? await accountOf(deps, tracker, user.id, by) : null;
  if (postingAccount?.reason) throw new Conflict(postingAccount.reason);
  if (postingAccount?.account && postingAccount.account.name !== seen)
    throw new Conflict(message("reply.other_account", { account: postingAccount.account.name }));
  await db.transaction().execute(async (tx) => {
    if (!(await lockSourceAccess(tx, tracker.project_id, sourceId))) throw new NotFound(message("source.not_found"));
    const before = await findReplySettings(tx, sourceId);
    const isNew = enabled && !before?.enabled_at;
    const account = postingAccount?.account ?? { id: before?.account_id ?? "", name: before?.account ?? "" };
    await upsertReplySettings(tx, {
      source_id: sourceId,
      enabled_by: user.id,
      enabled_at: enabled ? (before?.enabled_at ?? new Date()) : null,
      uses_app: by === "app",
      account_id: account.id,
      account: account.name,
      language: user.language,
      template,
      mentions,
      names_all: namesAll,
      looked_at: isNew ? await findSyncFinished(tx, sourceId) : (before?.looked_at ?? null),
      waits_until: null,
      fault: null,
      fault_at: null,
    });
    if (isNew) await insertSeenIssues(tx, sourceId);
    const valuesOf = (isOn: boolean, name: string) => ({ project: tracker.slug, enabled: isOn, account: name });
    await recordAuditEvent(tx, actorOf(user, address), {
      action: "source.replies_changed",
      subject: { kind: "tracker", id: sourceId, name: tracker.url },
      before: valuesOf(Boolean(before?.enabled_at), before?.account ?? ""),
      after: valuesOf(enabled, account.name),
    });
  });
}

/** What the reply on an issue would be. */
export async function previewReply(
  deps: Pick<ReplyDeps, "db" | "invoke">,
  user: Principal,
  sourceId: string,
  { issue, template, mentions, names_all: namesAll }: z.output<typeof ReplyPreviewBody>,
  signal: AbortSignal,
): Promise<ReplyPreview> {
  const tracker = await requireReplyTracker(deps.db, user, sourceId);
  requireTemplate(template);
  const row = await findReplyIssue(deps.db, issue);
  if (row?.source_id !== sourceId) throw new NotFound(message("issue.not_found"));
  const rules = { mentions, namesAll, language: user.language };
  const read = await readFacts(deps, { tracker, user, rules, issueId: issue, signal });
  return { text: read ? composeReply(template, read.facts) : null };
}
