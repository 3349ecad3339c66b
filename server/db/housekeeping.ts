import { HOUR_MS, DAY_MS } from "../../contract/durations.ts";
import { DELIVERY_DAYS } from "../../contract/notices/outgoingEvents.ts";
import { DRY_RUN_DAYS, RULE_LOG_DAYS } from "../../contract/integrations/ruleKinds.ts";
import type { Db } from "./openDb.ts";
import { deleteApiTokensEndedBefore } from "./tables/tokens/apiTokens.ts";
import { deleteAuditEventsPastRetention } from "./tables/operations/auditLog.ts";
import { deleteOrphanedPieces } from "./tables/searches/blobs.ts";
import { deleteEventsBefore } from "./tables/operations/events.ts";
import { deleteModelUsageBefore } from "./tables/companies/companyModels.ts";
import { deleteAppDeliveriesBefore } from "./tables/sources/hostApps.ts";
import { deleteIssueWritesBefore } from "./tables/issues/issueWrites.ts";
import { deleteDevicesSeenBefore } from "./tables/accounts/knownDevices.ts";
import { deleteMcpUsageBefore } from "./tables/tokens/mcpUsage.ts";
import { deleteSilentMirrorHolders } from "./tables/commits/mirrorCopies.ts";
import { deleteModelAnswersBefore } from "./tables/insights/modelOrders.ts";
import { deleteNoticesBeyond } from "./tables/notices/notices.ts";
import { deleteIdleOauthClients } from "./tables/tokens/oauthClients.ts";
import { deleteEndedGrants } from "./tables/tokens/oauthGrants.ts";
import { deleteExpiredOauthStates } from "./tables/tokens/oauthStates.ts";
import { clearExpiredMails, deleteMailsBefore } from "./tables/notices/outbox.ts";
import { deleteExpiredPasswordResets } from "./tables/accounts/passwordResets.ts";
import { deleteEmptyBuckets } from "./tables/operations/rateLimits.ts";
import { deleteRegistrationsEndedBefore } from "./tables/accounts/registrations.ts";
import { deleteOrphanedSecrets } from "./tables/tokens/secrets.ts";
import { deleteSilentSearchProcesses } from "./tables/searches/searchProcesses.ts";
import { deleteExpiredSessions } from "./tables/accounts/sessions.ts";
import { deleteExpiredSignIns } from "./tables/accounts/signInTickets.ts";
import { deleteExpiredSsoRows } from "./tables/directory/ssoAttempts.ts";
import { deleteRuleHistoryBefore } from "./tables/rules/ruleHistory.ts";
import { deleteRuleRunsBefore } from "./tables/rules/ruleRuns.ts";
import { deleteDeliveriesBefore } from "./tables/sources/webhookDeliveries.ts";
import { deleteChatRequestsBefore } from "./tables/chats/chatApps.ts";
import { deleteChannelMessagesBefore } from "./tables/chats/chatMessages.ts";
import { deleteExpiredSocketTickets } from "./tables/accounts/socketTickets.ts";

/** Retention of events: a client that was offline for longer does not receive the ones that it missed. */
const EVENT_RETENTION_MS = 7 * DAY_MS;
/** Longer than any write of a blob takes. */
const BLOB_PIECE_RETENTION_MS = 6 * HOUR_MS;
/** Retention of the calls of agents, and of what users have used of a model. */
const USAGE_RETENTION_MS = 400 * DAY_MS;
/** Retention of orders that a model gave. */
const MODEL_ANSWER_RETENTION_MS = 90 * DAY_MS;
/** Retention of a mail and its result. */
const MAIL_RETENTION_MS = 90 * DAY_MS;
/** An invitation may be sent again after its end; this long after it, a registration that was never confirmed is deleted. */
const REGISTRATION_RETENTION_MS = 30 * DAY_MS;

/** A device that was not used to sign in for this long is new again. */
const DEVICE_RETENTION_MS = 400 * DAY_MS;
/** How long a list shows that an API token has expired. */
const EXPIRED_TOKEN_RETENTION_MS = 90 * DAY_MS;

/** How long a repeated change is recognized by its key. */
const WRITE_RETENTION_MS = 7 * DAY_MS;

/** Longer than any transaction that stores a secret and what refers to it. */
const SECRET_GRACE_MS = HOUR_MS;
/** A code host sends a delivery again for three days at most. */
const APP_DELIVERY_RETENTION_MS = 4 * DAY_MS;
/** Longer than a signature of Slack and a token of the Bot Framework are accepted. */
const CHAT_REQUEST_RETENTION_MS = 25 * HOUR_MS;
/** A client of OAuth asks its user soon after it has registered. */
const UNUSED_CLIENT_RETENTION_MS = DAY_MS;
/** A client without a grant keeps its id for this long, because programs store it. */
const IDLE_CLIENT_RETENTION_MS = 90 * DAY_MS;
/** How long lists show a grant of a client after its end. */
const ENDED_GRANT_RETENTION_MS = 7 * DAY_MS;
/** Retention of notices, and how many of a user are kept. */
const NOTICE_RETENTION_MS = 90 * DAY_MS;
const MAX_NOTICES = 1000;

/** Deletes expired rows, such as old events and ended sessions. Several processes may run it concurrently. */
export async function deleteExpiredRows(db: Db, now: Date = new Date()): Promise<void> {
  const before = (ageMs: number): Date => new Date(now.getTime() - ageMs);
  await deleteNoticesBeyond(db, before(NOTICE_RETENTION_MS), MAX_NOTICES);
  await deleteAppDeliveriesBefore(db, before(APP_DELIVERY_RETENTION_MS));
  await deleteDeliveriesBefore(db, before(DELIVERY_DAYS * DAY_MS));
  await deleteChannelMessagesBefore(db, before(DELIVERY_DAYS * DAY_MS));
  await deleteRuleRunsBefore(db, before(RULE_LOG_DAYS * DAY_MS));
  await deleteRuleHistoryBefore(db, before(DRY_RUN_DAYS * DAY_MS));
  await deleteEventsBefore(db, before(EVENT_RETENTION_MS));
  await deleteMcpUsageBefore(db, before(USAGE_RETENTION_MS).toISOString().slice(0, 10));
  await deleteModelUsageBefore(db, before(USAGE_RETENTION_MS).toISOString().slice(0, 10));
  await deleteModelAnswersBefore(db, before(MODEL_ANSWER_RETENTION_MS));
  await deleteExpiredSessions(db, now);
  await deleteDevicesSeenBefore(db, before(DEVICE_RETENTION_MS));
  await deleteApiTokensEndedBefore(db, before(EXPIRED_TOKEN_RETENTION_MS));
  await deleteOrphanedPieces(db, before(BLOB_PIECE_RETENTION_MS));
  await deleteExpiredSocketTickets(db, now);
  await deleteChatRequestsBefore(db, before(CHAT_REQUEST_RETENTION_MS));
  await deleteEmptyBuckets(db, now);
  await deleteExpiredPasswordResets(db, now);
  await deleteExpiredOauthStates(db, now);
  await deleteEndedGrants(db, now, before(ENDED_GRANT_RETENTION_MS));
  await deleteIdleOauthClients(db, {
    created: before(UNUSED_CLIENT_RETENTION_MS),
    used: before(IDLE_CLIENT_RETENTION_MS),
  });
  await deleteExpiredSsoRows(db, now);
  await deleteExpiredSignIns(db, now);
  await deleteRegistrationsEndedBefore(db, before(REGISTRATION_RETENTION_MS));
  await deleteMailsBefore(db, before(MAIL_RETENTION_MS));
  await clearExpiredMails(db, now);
  await deleteOrphanedSecrets(db, before(SECRET_GRACE_MS));
  await deleteIssueWritesBefore(db, before(WRITE_RETENTION_MS));
  await deleteSilentSearchProcesses(db);
  await deleteSilentMirrorHolders(db);
  await db.transaction().execute((transaction) => deleteAuditEventsPastRetention(transaction, now));
}
