/** Sessions of users whom their directory does not know any more, or has disabled. */
import type { FastifyBaseLogger } from "fastify";
import { listLdapSessions } from "../../db/tables/directory/ssoLdap.ts";
import { findSsoProviderById } from "../../db/tables/directory/ssoProviders.ts";
import { LdapRefusedError } from "../../sources/ldap/LdapRefusedError.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { directoryOf, type LdapDeps } from "./directoryOf.ts";
import { recordEndedSessions } from "./logout.ts";

/** Asks each directory for the users who are signed in by it. One that cannot be asked ends no session. */
export async function endLdapSessions(deps: LdapDeps, log: Pick<FastifyBaseLogger, "warn">): Promise<void> {
  const { db } = deps;
  const issuedAt = new Date();
  const signedIn = Map.groupBy(await listLdapSessions(db), ({ provider_id: id }) => id);
  for (const [providerId, rows] of signedIn) {
    try {
      const provider = await findSsoProviderById(db, providerId);
      const directory = provider && (await directoryOf(deps, provider));
      if (!directory) continue;
      const ended = await directory.ended(rows.flatMap(({ subject }) => subject ?? []));
      const logouts = ended.map((subject) => ({ subject, sid: undefined, issuedAt }));
      await recordEndedSessions(db, provider, logouts, "");
    } catch (error) {
      if (!(error instanceof SourceError) && !(error instanceof LdapRefusedError)) throw error;
      log.warn({ err: error, provider: providerId }, "a directory could not be asked who is still there");
    }
  }
}
