import { MINUTE_MS } from "../../../contract/durations.ts";
import { randomBytes } from "node:crypto";
import { actorOf, recordAuditEvent, type Actor } from "../../access/auditLog.ts";
import type { Seal, Secrets } from "../../access/secrets.ts";
import { hashToken } from "../../access/tokens.ts";
import type { Principal } from "../../access/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteConnection,
  findConnectionOfUser,
  listProvidersConnected,
  updateMissingOrigins,
  upsertConnection,
} from "../../db/tables/connections.ts";
import { deleteExpiredOauthStates, insertOauthState, takeOauthState } from "../../db/tables/oauthStates.ts";
import { deleteSecrets } from "../../db/tables/secrets.ts";
import { findSessionUser } from "../../db/tables/sessions.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { type OauthClient, OauthRefusedError, type OauthTokens } from "../../sources/oauth/oauthClient.ts";
import type { OauthProviderName } from "../../sources/oauth/oauthProviders.ts";
import type { StoredCredential } from "../../sources/createSources.ts";
import type { ConnectionTokens } from "../sources/withConnection.ts";
import { message } from "../../messages/messages.ts";
import { createConnectionTokens, storeTokens } from "./connectionTokens.ts";

/** How long the user may take on the provider's sign-in page. */
export const ATTEMPT_TTL_MS = 10 * MINUTE_MS;

export interface ConnectionsDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  /** Seals what a sign-in needs for its second half. */
  readonly roundSeal: Seal;
  readonly clients: ReadonlyMap<OauthProviderName, OauthClient>;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: () => string;
}

export type ConnectionOutcome = "connected" | "denied" | "expired" | "failed";

/** Accounts at providers that people have connected. */
export interface Connections extends ConnectionTokens {
  /** The browser is bound to the round by a cookie with `browser`. Conflict when the operator has not registered at the provider. */
  begin(user: Principal, provider: OauthProviderName): Promise<{ readonly authUrl: string; readonly browser: string }>;
  /** Ends a round. Errors are reported in the outcome. */
  finish(callback: URL, browser: string | null, address: string): Promise<ConnectionOutcome>;
  /** @throws NotFound */
  disconnect(userId: string, provider: string, by: Actor): Promise<void>;
  /** A working token of a connection; null when it has to be connected again. `isForced`: the one given last was refused. */
  token(connectionId: string, isForced: boolean): Promise<StoredCredential | null>;
  ofUser(userId: string): Promise<string[]>;
  /** Gives connections of an older version the origin that their provider is registered with now. */
  adoptOrigins(): Promise<void>;
  readonly available: readonly OauthProviderName[];
}

export function createConnections({ db, secrets, roundSeal, clients, redirectUri }: ConnectionsDeps): Connections {
  const clientOf = (provider: string): OauthClient | undefined => [...clients].find(([name]) => name === provider)?.[1];
  const token = createConnectionTokens({ db, secrets, clientOf });

  return {
    available: [...clients.keys()],
    async adoptOrigins() {
      for (const [provider, { origin }] of clients) await updateMissingOrigins(db, provider, origin);
    },
    token,
    async forSource(userId, provider) {
      // Atlassian's account is one for its tracker and its wiki.
      const row = await findConnectionOfUser(db, userId, provider === "confluence" ? "jira" : provider);
      const credential = row && (await token(row.id, false));
      return credential ? { id: row.id, credential } : null;
    },
    ofUser: (userId) => listProvidersConnected(db, userId),

    async begin(user, provider) {
      const client = clients.get(provider);
      if (!client) {
        throw new Conflict(message("connection.not_registered"));
      }
      if (user.companyId === null) throw new Conflict(message("company.required_for_connection"));
      const { authUrl, round } = await client.begin(redirectUri());
      const browser = randomBytes(32).toString("base64url");
      const stateHash = hashToken(round.state);
      await deleteExpiredOauthStates(db, new Date());
      await insertOauthState(db, {
        state_hash: stateHash,
        user_id: user.id,
        session_hash: user.sessionHash,
        browser_hash: hashToken(browser),
        provider,
        sealed: Buffer.from(roundSeal.seal(JSON.stringify(round), `oauth:${stateHash}`)),
        expires_at: new Date(Date.now() + ATTEMPT_TTL_MS),
      });
      return { authUrl, browser };
    },

    async finish(callback, browser, address) {
      const state = callback.searchParams.get("state");
      if (state === null || browser === null) return "expired";
      // Taken out at once: a state is good for one answer.
      const row = await takeOauthState(db, hashToken(state));
      if (!row || row.expires_at.getTime() < Date.now() || row.browser_hash !== hashToken(browser)) return "expired";
      const owner = await findSessionUser(db, row.session_hash, new Date());
      const client = clientOf(row.provider);
      const companyId = owner?.company_id ?? null;
      if (!owner || companyId === null || !client) return "expired";
      let tokens: OauthTokens;
      let account: string;
      try {
        const round = JSON.parse(roundSeal.open(row.sealed, `oauth:${row.state_hash}`)) as {
          state: string;
          verifier: string;
        };
        tokens = await client.finish(callback, round, redirectUri());
        account = await client.who(tokens.access);
      } catch (error) {
        if (error instanceof OauthRefusedError) return error.code === "access_denied" ? "denied" : "failed";
        if (error instanceof SourceError) return "failed";
        throw error;
      }
      await db.transaction().execute(async (tx) => {
        const before = await findConnectionOfUser(tx, owner.id, row.provider);
        const fresh = {
          origin: client.origin,
          account,
          scopes: tokens.scopes,
          secret_id: await storeTokens(secrets, tx, companyId, tokens),
          expires_at: tokens.expiresAt,
          failed_at: null,
        };
        await upsertConnection(tx, { id: newId(), user_id: owner.id, provider: row.provider }, fresh);
        if (before) await deleteSecrets(tx, [before.secret_id]);
        await recordAuditEvent(tx, actorOf({ ...owner, companyId }, address), {
          action: "account.connected",
          subject: { kind: "account", name: row.provider },
          after: { account, origin: client.origin, scopes: tokens.scopes },
        });
      });
      return "connected";
    },

    async disconnect(userId, provider, by) {
      const stored = await db.transaction().execute(async (tx) => {
        const row = await deleteConnection(tx, userId, provider);
        if (!row) throw new NotFound(message("connection.not_found"));
        const opened = await secrets.open(tx, row.secret_id).catch(() => null);
        await deleteSecrets(tx, [row.secret_id]);
        await recordAuditEvent(tx, by, {
          action: "account.disconnected",
          subject: { kind: "account", name: provider },
          before: { account: row.account },
        });
        return opened && { ...opened, origin: row.origin };
      });
      const client = clientOf(provider);
      if (stored && client && stored.origin === client.origin) {
        await client.revoke({ access: stored.token, refresh: stored.refresh ?? null });
      }
    },
  };
}
