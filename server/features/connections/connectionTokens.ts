import { MINUTE_MS } from "../../../contract/durations.ts";
import type { Secrets } from "../../access/keys/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import {
  findConnection,
  findConnectionForRenewal,
  updateConnectionFailed,
  updateConnectionSecret,
} from "../../db/tables/sources/connections.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import type { StoredCredential } from "../../sources/sourceTypes.ts";
import { type OauthClient, OauthRefusedError, type OauthTokens } from "../../sources/oauth/OauthClient.ts";

/** A token that ends within this time is renewed before it is used. */
const RENEW_EARLY_MS = 2 * MINUTE_MS;

/** Stores the tokens of a connection, sealed. @returns the id of the secret */
export const storeTokens = (secrets: Secrets, tx: Db, companyId: string, tokens: OauthTokens): Promise<string> =>
  secrets.store(tx, companyId, {
    token: tokens.access,
    ...(tokens.refresh !== null && { refresh: tokens.refresh }),
  });

interface ConnectionTokensDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly clientOf: (provider: string) => OauthClient | undefined;
}

/**
 * A working token of a connection by its id, renewed when it ends soon; null when the account has to be connected again. `isForced`: the
 * provider refused the last one.
 */
export function createConnectionTokens(
  deps: ConnectionTokensDeps,
): (id: string, isForced: boolean) => Promise<StoredCredential | null> {
  const { db, secrets } = deps;
  const renewals = new Map<string, Promise<StoredCredential | null>>();
  return async (id, isForced) => {
    const row = await findConnection(db, id);
    if (!row || row.failed_at !== null || row.origin === null) return null;
    if (!isForced && (row.expires_at === null || row.expires_at.getTime() > Date.now() + RENEW_EARLY_MS)) {
      return { token: (await secrets.open(db, row.secret_id)).token, isOauth: true, origin: row.origin };
    }
    // A refresh token can be used only once, so concurrent callers share one renewal.
    const renewal = renewals.get(id) ?? renewToken(deps, id).finally(() => renewals.delete(id));
    renewals.set(id, renewal);
    return renewal;
  };
}

async function renewToken(
  { db, secrets, clientOf }: ConnectionTokensDeps,
  id: string,
): Promise<StoredCredential | null> {
  const row = await findConnectionForRenewal(db, id);
  const client = row && clientOf(row.provider);
  if (!row || !client || row.company_id === null) return null;
  // The operator has registered the server elsewhere since: a refresh token belongs to the origin that issued it.
  if (row.origin !== client.origin) return null;
  const { origin, company_id: companyId } = row;
  const stored = await secrets.open(db, row.secret_id);
  const fail = async (): Promise<null> => {
    // Another process may have renewed it meanwhile, which is why this token was refused.
    await updateConnectionFailed(db, id, row.secret_id, new Date());
    return null;
  };
  /** The token that another process has stored meanwhile. */
  const replacement = async (): Promise<StoredCredential | null> => {
    const current = await findConnection(db, id);
    if (!current || current.secret_id === row.secret_id) return null;
    return { token: (await secrets.open(db, current.secret_id)).token, isOauth: true, origin };
  };
  if (stored.refresh === undefined) return fail();
  let tokens: OauthTokens;
  try {
    tokens = await client.refresh(stored.refresh);
  } catch (error) {
    if (!(error instanceof OauthRefusedError)) throw error;
    return (await replacement()) ?? fail();
  }
  const isStored = await db.transaction().execute(async (tx) => {
    const secretId = await storeTokens(secrets, tx, companyId, tokens);
    const renewed = { before: row.secret_id, secretId, expiresAt: tokens.expiresAt };
    const isCurrent = await updateConnectionSecret(tx, id, renewed);
    await deleteSecrets(tx, [isCurrent ? row.secret_id : secretId]);
    return isCurrent;
  });
  // Of two processes that renewed it at the same time the first one is kept; a disconnected account stays disconnected.
  return isStored ? { token: tokens.access, isOauth: true, origin } : replacement();
}
