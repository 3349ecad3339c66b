/** Back-channel logout: a provider reports that a user has signed out there, and their sessions here end. */
import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { deleteSessionsEndedAt } from "../../db/tables/directory/ssoAccounts.ts";
import { deleteSsoCodes } from "../../db/tables/directory/ssoAttempts.ts";
import { findSsoProviderById, type SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import type { Db } from "../../db/openDb.ts";
import type { OidcLogout } from "../../sources/oidc/OidcClient.ts";
import { OidcRefusedError } from "../../sources/oidc/OidcRefusedError.ts";
import { clientOf, type SsoDeps } from "./ssoDeps.ts";

/** By which the clocks of a provider and of the database may differ. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Ends the sessions that a logout token names. A repeated token ends nothing that began after its issue.
 * @throws OidcRefusedError for a token that does not hold; SourceError when the provider's keys cannot be read
 */
export async function endSessionsByProvider(
  deps: SsoDeps,
  providerId: string,
  token: string,
  address: string,
): Promise<void> {
  const { db } = deps;
  const provider = await findSsoProviderById(db, providerId);
  const client = provider && (await clientOf(deps, provider));
  if (!client) throw new OidcRefusedError("no such provider");
  const { subject, sid, issuedAt } = await client.readLogout(token);
  await recordEndedSessions(db, provider, [{ subject, sid, issuedAt }], address);
}

/** Ends sessions at a provider and writes that into the audit log. Sessions that began after the issue of the report stay. */
export async function recordEndedSessions(
  db: Db,
  { id: providerId, label }: Pick<SsoProviderRow, "id" | "label">,
  logouts: readonly OidcLogout[],
  address: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const ended = [];
    for (const { subject, sid, issuedAt } of logouts) {
      await deleteSsoCodes(transaction, providerId, { subject, sid });
      const until = new Date(issuedAt.getTime() + CLOCK_TOLERANCE_MS);
      ended.push(...(await deleteSessionsEndedAt(transaction, providerId, { subject, sid, until })));
    }
    for (const [id, sessions] of Map.groupBy(ended, (row) => row.id)) {
      const { name = "", email = "", company_id: companyId = null } = sessions[0] ?? {};
      await recordAuditEvent(transaction, actorOf({ id, name, email, companyId }, address), {
        action: "sso.sessions_ended",
        subject: { kind: "sso_provider", id: providerId, name: label },
        after: { sessions: sessions.length },
      });
    }
  });
}
