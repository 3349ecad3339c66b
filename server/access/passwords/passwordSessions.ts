import { MINUTE_MS } from "../../../contract/durations.ts";
import type { LoginAnswer } from "../../../contract/access/users.ts";
import type { Db } from "../../db/openDb.ts";
import { hasSecondFactor } from "../../db/tables/accounts/secondFactors.ts";
import { insertSignInTicket } from "../../db/tables/accounts/signInTickets.ts";
import { recordAuditEvent, type Actor } from "../auditLog.ts";
import type { Mail } from "../../mail/Mail.ts";
import { reportNewDevice } from "../sessions/knownDevices.ts";
import { startSession, type Client, type SessionOrigin } from "../sessions/sessions.ts";
import { hashToken, newToken } from "../tokens/tokens.ts";

/** How long a right password waits for the second factor. */
const TICKET_TTL_MS = 5 * MINUTE_MS;

/** The provider whose password it was. */
export interface PasswordOrigin extends Pick<SessionOrigin, "providerId" | "subject"> {
  readonly label: string;
}

export const sessionOrigin = ({
  providerId,
  subject,
}: Pick<PasswordOrigin, "providerId" | "subject">): SessionOrigin => ({
  providerId,
  subject,
  sid: null,
  endsAt: null,
});

/**
 * What a right password is answered with: a session, or a ticket for an account with a second factor. A ticket opens nothing but the rest
 * of this sign-in.
 * @param actor who is written into the audit log
 * @param origin of a password that is not Clew's
 */
export async function startPasswordSession(
  transaction: Db,
  { actor, mail }: { readonly actor: Actor; readonly mail: Mail },
  userId: string,
  client: Client,
  origin?: PasswordOrigin,
): Promise<LoginAnswer> {
  if (await hasSecondFactor(transaction, userId)) {
    const ticket = newToken();
    const expires = new Date(Date.now() + TICKET_TTL_MS);
    await insertSignInTicket(transaction, {
      ticket_hash: hashToken(ticket),
      user_id: userId,
      expires_at: expires,
      ...(origin && { sso_provider_id: origin.providerId, sso_subject: origin.subject }),
    });
    return { second_factor: ticket };
  }
  await recordAuditEvent(transaction, actor, {
    action: "session.started",
    ...(origin && { after: { single_sign_on: origin.label } }),
  });
  await reportNewDevice(transaction, mail, userId, client);
  return { token: await startSession(transaction, userId, new Date(), client, origin && sessionOrigin(origin)) };
}
