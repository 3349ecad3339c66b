/** By which account of a member requests of a source are reported on. */
import { mayInProject } from "../../../contract/access/policy.ts";
import type { Secrets } from "../../access/keys/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import { findWritingConnection } from "../../db/tables/sources/connections.ts";
import { findWritingMember } from "../../db/tables/issues/issueWrites.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { RequestReporter } from "../../sources/connector/checkTypes.ts";
import { connectionProviderOf, providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import type { Connections } from "../connections/service.ts";
import { accountsOf, hostOf, useAccounts } from "../issueWrites/writeAccess.ts";

export interface ReportAccessDeps {
  readonly db: Db;
  readonly sources: Pick<Sources, "openReporter">;
  readonly secrets: Pick<Secrets, "openCredential">;
  readonly connections: Pick<Connections, "token" | "clientOf">;
}

/** A source whose requests are reported on. */
export interface ReportedSource {
  readonly provider: string;
  readonly url: string;
  readonly secret_id: string | null;
  readonly access_by: string | null;
}

export interface ReportAccess {
  /** Does something with the reporter of the member's account. @throws SourceError */
  use<T>(work: (reporter: RequestReporter) => Promise<T>): Promise<T>;
}

/**
 * The accounts are those by which replies on issues are written: the connected account of the member, and the token that the member has given
 * for this source. A connected account must be allowed to write where the host has a permission for it.
 * @returns `reason` where the member has none
 */
export async function openReportAccess(
  deps: ReportAccessDeps,
  memberId: string,
  source: ReportedSource,
): Promise<ReportAccess | { readonly reason: Message }> {
  const { provider, url } = source;
  const { takesChanges } = providerRulesOf(provider);
  const connection = await findWritingConnection(deps.db, memberId, connectionProviderOf(provider));
  const isAllowed = connection && (connection.writes || takesChanges !== true);
  const accounts = accountsOf(
    deps,
    { id: memberId },
    source,
    connection && { ...connection, writes: isAllowed === true },
  );
  if (accounts.length === 0)
    return { reason: message("checks.no_account", { host: URL.canParse(url) ? hostOf(source) : url }) };
  return {
    use: (work) => useAccounts({ provider, url }, accounts, (access) => deps.sources.openReporter(access), work),
  };
}

/** Whether the member who turned reports on may still change the sources of the project. */
export async function mayStillReport(db: Db, memberId: string | null, projectId: string): Promise<boolean> {
  const member = memberId === null ? undefined : await findWritingMember(db, memberId, projectId);
  return member !== undefined && mayInProject(member.role, "sources.change");
}
