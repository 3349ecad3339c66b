import type { Db } from "../db/openDb.ts";
import { deleteApiTokensOfUser } from "../db/tables/tokens/apiTokens.ts";
import { deleteImportTokensOfUser } from "../db/tables/tokens/importTokens.ts";
import { deleteMcpTokensOfUser } from "../db/tables/tokens/mcpTokens.ts";
import { deleteOauthStatesOfUser } from "../db/tables/tokens/oauthStates.ts";
import { deletePasswordResetsOf } from "../db/tables/accounts/passwordResets.ts";
import { deleteChatAccess } from "../db/tables/chats/chatUsers.ts";
import { endSessions } from "./sessions/sessions.ts";

/**
 * Ends what acts in a user's name: sessions, tokens, unfinished sign-ins, the links with chats. For a user who leaves a company, and for an
 * account that joins one. Password, second factors, connected accounts and unsent mails are the caller's decision.
 */
export async function endAccess(transaction: Db, userId: string): Promise<void> {
  await endSessions(transaction, userId);
  await deleteApiTokensOfUser(transaction, userId);
  await deleteMcpTokensOfUser(transaction, userId);
  await deleteImportTokensOfUser(transaction, userId);
  await deleteOauthStatesOfUser(transaction, userId);
  await deletePasswordResetsOf(transaction, userId);
  await deleteChatAccess(transaction, userId);
}
