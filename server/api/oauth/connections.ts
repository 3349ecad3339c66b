import { MINUTE_MS } from "../../../contract/durations.ts";
import { randomBytes } from "node:crypto";
import { actorOf, recordAuditEvent, type Actor } from "../../access/auditLog.ts";
import type { Seal, Secrets } from "../../access/secrets.ts";
import { hashToken } from "../../access/tokens.ts";
import type { Principal } from "../../access/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { type OauthClient, OauthRefusedError, type OauthTokens } from "../../sources/oauth/oauthClient.ts";
import type { OauthProviderName } from "../../sources/oauth/oauthProviders.ts";
import type { StoredCredential } from "../../sources/createSources.ts";
import type { ConnectionTokens } from "../sources/withConnection.ts";

/** How long the user may take on the provider's sign-in page. */
export const ATTEMPT_TTL_MS = 10 * MINUTE_MS;
/** A token that ends within this time is renewed before it is used. */
const RENEW_EARLY_MS = 2 * MINUTE_MS;

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
  const renewing = new Map<string, Promise<StoredCredential | null>>();
  const clientOf = (provider: string): OauthClient | undefined => [...clients].find(([name]) => name === provider)?.[1];

  const store = async (tx: Db, companyId: string, tokens: OauthTokens): Promise<string> =>
    secrets.store(tx, companyId, {
      token: tokens.access,
      ...(tokens.refresh !== null && { refresh: tokens.refresh }),
    });

  const renew = async (id: string): Promise<StoredCredential | null> => {
    const row = await db
      .selectFrom("connections")
      .innerJoin("users", "users.id", "connections.user_id")
      .select(["connections.provider", "connections.origin", "connections.secret_id", "users.company_id"])
      .where("connections.id", "=", id)
      .executeTakeFirst();
    const client = row && clientOf(row.provider);
    if (!row || !client || row.company_id === null) return null;
    // The operator has registered the server elsewhere since: a refresh token is not for that other place.
    if (row.origin !== client.origin) return null;
    const { origin } = row;
    const stored = await secrets.open(db, row.secret_id);
    const fail = async (): Promise<null> => {
      await db
        .updateTable("connections")
        .set({ failed_at: new Date() })
        .where("id", "=", id)
        // Another process may have renewed it meanwhile, which is why this token was refused.
        .where("secret_id", "=", row.secret_id)
        .execute();
      return null;
    };
    if (stored.refresh === undefined) return fail();
    let tokens: OauthTokens;
    try {
      tokens = await client.refresh(stored.refresh);
    } catch (error) {
      if (!(error instanceof OauthRefusedError)) throw error;
      const now = await db.selectFrom("connections").select("secret_id").where("id", "=", id).executeTakeFirst();
      if (now && now.secret_id !== row.secret_id) {
        return { token: (await secrets.open(db, now.secret_id)).token, isOauth: true, origin };
      }
      return fail();
    }
    const { company_id: companyId } = row;
    await db.transaction().execute(async (tx) => {
      const secretId = await store(tx, companyId, tokens);
      await tx
        .updateTable("connections")
        .set({ secret_id: secretId, expires_at: tokens.expiresAt, failed_at: null })
        .where("id", "=", id)
        .execute();
      await tx.deleteFrom("secrets").where("id", "=", row.secret_id).execute();
    });
    return { token: tokens.access, isOauth: true, origin };
  };

  const token: Connections["token"] = async (id, isForced) => {
    const row = await db.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row || row.failed_at !== null || row.origin === null) return null;
    if (!isForced && (row.expires_at === null || row.expires_at.getTime() > Date.now() + RENEW_EARLY_MS)) {
      return { token: (await secrets.open(db, row.secret_id)).token, isOauth: true, origin: row.origin };
    }
    // A refresh token can be used only once, so concurrent callers share one renewal.
    const mine = renewing.get(id) ?? renew(id).finally(() => renewing.delete(id));
    renewing.set(id, mine);
    return mine;
  };

  return {
    available: [...clients.keys()],
    async adoptOrigins() {
      for (const [provider, { origin }] of clients) {
        await db
          .updateTable("connections")
          .set({ origin })
          .where("provider", "=", provider)
          .where("origin", "is", null)
          .execute();
      }
    },
    token,
    async forSource(userId, provider) {
      const row = await db
        .selectFrom("connections")
        .select("id")
        .where("user_id", "=", userId)
        // Atlassian's account is one for its tracker and its wiki.
        .where("provider", "=", provider === "confluence" ? "jira" : provider)
        .executeTakeFirst();
      const credential = row && (await token(row.id, false));
      return credential ? { id: row.id, credential } : null;
    },
    async ofUser(userId) {
      const rows = await db
        .selectFrom("connections")
        .select("provider")
        .where("user_id", "=", userId)
        .where("failed_at", "is", null)
        .orderBy("provider")
        .execute();
      return rows.map(({ provider }) => provider);
    },

    async begin(user, provider) {
      const client = clients.get(provider);
      if (!client) {
        throw new Conflict(
          "The operator of this server has not registered it at this provider. A token works as well.",
        );
      }
      if (user.companyId === null) throw new Conflict("Only somebody who belongs to a company can connect an account.");
      const { authUrl, round } = await client.begin(redirectUri());
      const browser = randomBytes(32).toString("base64url");
      const stateHash = hashToken(round.state);
      await db.deleteFrom("oauth_states").where("expires_at", "<", new Date()).execute();
      await db
        .insertInto("oauth_states")
        .values({
          state_hash: stateHash,
          user_id: user.id,
          session_hash: user.sessionHash,
          browser_hash: hashToken(browser),
          provider,
          sealed: Buffer.from(roundSeal.seal(JSON.stringify(round), `oauth:${stateHash}`)),
          expires_at: new Date(Date.now() + ATTEMPT_TTL_MS),
        })
        .execute();
      return { authUrl, browser };
    },

    async finish(callback, browser, address) {
      const state = callback.searchParams.get("state");
      if (state === null || browser === null) return "expired";
      // Taken out at once: a state is good for one answer.
      const row = await db
        .deleteFrom("oauth_states")
        .where("state_hash", "=", hashToken(state))
        .returningAll()
        .executeTakeFirst();
      if (!row || row.expires_at.getTime() < Date.now() || row.browser_hash !== hashToken(browser)) return "expired";
      const owner = await db
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.user_id")
        .select(["users.id", "users.name", "users.email", "users.company_id"])
        .where("sessions.token_hash", "=", row.session_hash)
        .where("sessions.expires_at", ">", new Date())
        .executeTakeFirst();
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
        const before = await tx
          .selectFrom("connections")
          .select("secret_id")
          .where("user_id", "=", owner.id)
          .where("provider", "=", row.provider)
          .executeTakeFirst();
        const fresh = {
          origin: client.origin,
          account,
          scopes: tokens.scopes,
          secret_id: await store(tx, companyId, tokens),
          expires_at: tokens.expiresAt,
          failed_at: null,
        };
        await tx
          .insertInto("connections")
          .values({ id: newId(), user_id: owner.id, provider: row.provider, ...fresh })
          .onConflict((conflict) => conflict.columns(["user_id", "provider"]).doUpdateSet(fresh))
          .execute();
        if (before) await tx.deleteFrom("secrets").where("id", "=", before.secret_id).execute();
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
        const row = await tx
          .deleteFrom("connections")
          .where("user_id", "=", userId)
          .where("provider", "=", provider)
          .returning(["account", "origin", "secret_id"])
          .executeTakeFirst();
        if (!row) throw new NotFound("No account is connected at this provider.");
        const opened = await secrets.open(tx, row.secret_id).catch(() => null);
        await tx.deleteFrom("secrets").where("id", "=", row.secret_id).execute();
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
