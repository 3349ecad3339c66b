import { recordAuditEvent, type Actor } from "../../access/auditLog.ts";
import { settleMemberships } from "../../access/hostAccess/settleMemberships.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import {
  deleteConnection,
  findConnectionOfUser,
  listProvidersConnected,
  updateMissingOrigins,
} from "../../db/tables/sources/connections.ts";
import { deleteAccessChecks } from "../../db/tables/sources/hostAccess.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { StoredCredential } from "../../sources/sourceTypes.ts";
import type { OauthClient } from "../../sources/oauth/OauthClient.ts";
import { connectionProviderOf } from "../../sources/providers/rulesRegistry.ts";
import type { OauthProviderName } from "../../sources/providers/oauthRegistry.ts";
import type { ConnectionTokens } from "../sources/withConnection.ts";
import { type AttemptDeps, type ConnectionOutcome, beginAttempt, finishAttempt } from "./attempts.ts";
import { createConnectionTokens } from "./connectionTokens.ts";

export interface ConnectionsDeps extends Omit<AttemptDeps, "clientOf">, Pick<ConnectionTokens, "forInstallation"> {
  readonly clients: ReadonlyMap<OauthProviderName, OauthClient>;
}

/** Accounts at providers that users have connected. */
export interface Connections extends ConnectionTokens {
  /** The browser is bound to the attempt by a cookie with `browser`. Conflict when the operator has not registered at the provider. */
  begin(
    user: Principal,
    provider: OauthProviderName,
    writes: boolean,
  ): Promise<{ readonly authUrl: string; readonly browser: string }>;
  /** Ends an attempt. Errors are reported in the outcome. */
  finish(callback: URL, browser: string | null, address: string): Promise<ConnectionOutcome>;
  /** @throws NotFound */
  disconnect(userId: string, provider: string, by: Actor): Promise<void>;
  /** A working token of a connection; null when it has to be connected again. `isForced`: the one given last was refused. */
  token(connectionId: string, isForced: boolean): Promise<StoredCredential | null>;
  ofUser(userId: string): Promise<string[]>;
  /** Gives connections of an older version the origin that their provider is registered with now. */
  adoptOrigins(): Promise<void>;
  readonly available: readonly OauthProviderName[];
  /** Undefined where the operator has not registered. */
  readonly clientOf: (provider: string) => OauthClient | undefined;
}

export function createConnections({ clients, ...deps }: ConnectionsDeps): Connections {
  const { db, secrets } = deps;
  const clientOf = (provider: string): OauthClient | undefined => [...clients].find(([name]) => name === provider)?.[1];
  const token = createConnectionTokens({ db, secrets, clientOf });
  const attemptDeps: AttemptDeps = { ...deps, clientOf };
  return {
    ...(deps.forInstallation && { forInstallation: deps.forInstallation }),
    available: [...clients.keys()],
    clientOf,
    async adoptOrigins() {
      for (const [provider, { origin }] of clients) await updateMissingOrigins(db, provider, origin);
    },
    token,
    async forSource(userId, provider) {
      const row = await findConnectionOfUser(db, userId, connectionProviderOf(provider));
      const credential = row && (await token(row.id, false));
      return credential ? { id: row.id, credential } : null;
    },
    ofUser: (userId) => listProvidersConnected(db, userId),
    begin: (user, provider, writes) => beginAttempt(attemptDeps, user, provider, writes),
    finish: (...callback) => finishAttempt(attemptDeps, ...callback),
    disconnect: (userId, provider, by) => disconnect(attemptDeps, userId, provider, by),
  };
}

/** Deletes the connection, and revokes its tokens where the provider is still registered at the same origin. */
async function disconnect(
  { db, secrets, clientOf }: Pick<AttemptDeps, "db" | "secrets" | "clientOf">,
  userId: string,
  provider: string,
  by: Actor,
): Promise<void> {
  const stored = await db.transaction().execute(async (tx) => {
    const row = await deleteConnection(tx, userId, provider);
    if (!row) throw new NotFound(message("connection.not_found"));
    const opened = await secrets.open(tx, row.secret_id).catch(() => null);
    await deleteSecrets(tx, [row.secret_id]);
    await deleteAccessChecks(tx, userId, provider);
    await recordAuditEvent(tx, by, {
      action: "account.disconnected",
      subject: { kind: "account", name: provider },
      before: { account: row.account },
    });
    return opened && { ...opened, origin: row.origin };
  });
  // Before the provider is asked, which may take long: mirrored projects are closed at once.
  await settleMemberships(db, new Date(), userId);
  const client = clientOf(provider);
  if (stored && client && stored.origin === client.origin) {
    await client.revoke({ access: stored.token, refresh: stored.refresh ?? null });
  }
}
