import { disableRepliesOf } from "../../db/tables/chats/replies.ts";
import { endReportsOf } from "../../db/tables/requests/requestCheckRuns.ts";
import type { Db } from "../../db/openDb.ts";
import { message, serializeMessage } from "../../messages/messages.ts";
import { pauseRulesOf } from "../rules/pauseRule.ts";

/**
 * Ends what acts as a user who leaves a company, after the memberships have ended: rules, comments on issues, and reports on requests by the
 * account of the user. Each would stop at its next event, and would continue for a user who comes back before that.
 */
export async function endActing(tx: Db, userId: string): Promise<void> {
  await pauseRulesOf(tx, userId);
  await disableRepliesOf(tx, userId, serializeMessage(message("reply.left_project")));
  await endReportsOf(tx, userId, serializeMessage(message("checks.left_project")));
}
