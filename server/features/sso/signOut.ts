/** A sign-out that begins here and continues at the provider of the session. The session here has ended before the provider is asked. */
import type { FastifyBaseLogger } from "fastify";
import type { PlanName } from "../../../contract/access/companies.ts";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import type { SignOutAnswer } from "../../../contract/access/sso.ts";
import type { SsoSignOut } from "../../../contract/access/ssoReturn.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { endSession, type Principal } from "../../access/sessions/sessions.ts";
import { hashToken, newToken } from "../../access/tokens/tokens.ts";
import { insertSsoAttempt, takeSsoAttempt } from "../../db/tables/directory/ssoAttempts.ts";
import { findSsoProviderById, type SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import { findSsoSaml } from "../../db/tables/directory/ssoSaml.ts";
import { findSignOutProvider, insertSignOutHint } from "../../db/tables/directory/ssoSignOut.ts";
import { OidcRefusedError } from "../../sources/oidc/OidcRefusedError.ts";
import { signOutAddress } from "../../sources/oidc/signOutAddress.ts";
import { validCertificates } from "../../sources/saml/readMetadata.ts";
import { newMessageId } from "../../sources/saml/requests.ts";
import { SamlRefusedError } from "../../sources/saml/SamlRefusedError.ts";
import { readLogoutResponse, signOutRequestAddress } from "../../sources/saml/singleLogout.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { withDeadline } from "../../sources/withDeadline.ts";
import { entityIdOf, logoutUrl } from "./present.ts";
import { checkMetadata, currentMetadata } from "./samlMetadata.ts";
import { privateKeyOf } from "./samlSignIn.ts";
import { clientOf, type SsoDeps } from "./ssoDeps.ts";

/** A user waits for it, already signed out here. */
const DEADLINE_MS = 5 * SECOND_MS;
/** How long a provider may take to send the browser back. */
const RETURN_TTL_MS = 10 * MINUTE_MS;

type Log = Pick<FastifyBaseLogger, "warn">;

/** A session whose provider is signed out of. */
interface Leaving extends SsoProviderRow {
  readonly plan: PlanName;
  readonly sso_subject: string | null;
  readonly sso_sid: string | null;
}

/** Hash of a sign-out's state. It differs from that of a sign-in, so that neither is accepted as the other. */
const returnHash = (state: string): string => hashToken(`sign-out:${state}`);
const isProviderFailure = (error: unknown): boolean =>
  error instanceof OidcRefusedError || error instanceof SamlRefusedError || error instanceof SourceError;

/** Keeps what the provider needs for the sign-out of a session, for as long as the session. */
export async function keepSignOutHint(
  { db, attemptSeal }: Pick<SsoDeps, "db" | "attemptSeal">,
  sessionHash: string,
  hint: string,
): Promise<void> {
  const sealed = Buffer.from(attemptSeal.seal(hint, `sso-hint:${sessionHash}`));
  await insertSignOutHint(db, { session_hash: sessionHash, sealed });
}

/** The name of the provider that a sign-out of the session also signs out at; undefined where it does not. */
export async function signOutLabel(db: SsoDeps["db"], sessionHash: string): Promise<string | undefined> {
  const signOutProvider = await findSignOutProvider(db, sessionHash);
  return signOutProvider && planHas(signOutProvider.plan, "sso") ? signOutProvider.label : undefined;
}

/**
 * Ends the session of the caller, and then finds the page that signs the user out at the provider.
 * @returns null where the session has no such provider, and where the provider fails: it cannot keep the session here
 */
export async function signOut(
  deps: SsoDeps,
  user: Principal,
  { address, log }: { readonly address: string; readonly log: Log },
): Promise<SignOutAnswer> {
  const { db } = deps;
  const rows = await db.transaction().execute(async (transaction) => {
    const origin = await findSignOutProvider(transaction, user.sessionHash);
    const leaving = origin && planHas(origin.plan, "sso") ? origin : undefined;
    // Opened before its row is gone.
    const hint = leaving?.sealed ? openHint(deps, leaving.sealed, { user, log }) : null;
    await endSession(transaction, user.sessionHash);
    await recordAuditEvent(transaction, actorOf(user, address), {
      action: "session.ended",
      ...(leaving && { after: { single_sign_out: leaving.label } }),
    });
    return leaving && { leaving, hint };
  });
  if (!rows) return { sign_out_url: null };
  const { leaving, hint } = rows;
  try {
    const begin = leaving.kind === "saml" ? beginAtSaml : beginAtOidc;
    const url = await withDeadline(DEADLINE_MS, () => begin(deps, leaving, { hint, email: user.email }));
    return { sign_out_url: url ?? null };
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    log.warn({ err: error }, "a sign-out at an identity provider could not begin");
    return { sign_out_url: null };
  }
}

/** A hint of a lost key must not keep a session open. @returns null for it */
function openHint(
  { attemptSeal }: SsoDeps,
  sealed: Uint8Array,
  { user, log }: { readonly user: Principal; readonly log: Log },
): string | null {
  try {
    return attemptSeal.open(sealed, `sso-hint:${user.sessionHash}`);
  } catch (error) {
    log.warn({ err: error }, "what a session keeps for its sign-out could not be opened");
    return null;
  }
}

interface Person {
  readonly hint: string | null;
  readonly email: string;
}

async function keepReturn({ db, attemptSeal }: SsoDeps, providerId: string, state: string): Promise<void> {
  const hash = returnHash(state);
  await insertSsoAttempt(db, {
    state_hash: hash,
    provider_id: providerId,
    // Nothing is exchanged at the return.
    verifier_hash: "",
    sealed: Buffer.from(attemptSeal.seal("sign-out", `sso:${hash}`)),
    expires_at: new Date(Date.now() + RETURN_TTL_MS),
  });
}

async function beginAtOidc(deps: SsoDeps, leaving: Leaving, { hint, email }: Person): Promise<string | undefined> {
  const client = await clientOf(deps, leaving);
  if (!client) return undefined;
  const state = newToken();
  const returnUrl = logoutUrl(deps.publicUrl(), leaving.id);
  const request = { clientId: leaving.client_id, idToken: hint, email, returnUrl, state };
  const url = signOutAddress(await client.discover(), request, deps.egress);
  if (url !== undefined) await keepReturn(deps, leaving.id, state);
  return url;
}

async function beginAtSaml(deps: SsoDeps, leaving: Leaving, { hint }: Person): Promise<string | undefined> {
  const { db, publicUrl } = deps;
  const saml = await findSsoSaml(db, leaving.id);
  // Stored ones: a provider that does not answer now may do so in the browser.
  const signOutRequestUrl = saml && checkMetadata(deps, saml.metadata).metadata.signOutRequestUrl;
  if (signOutRequestUrl === undefined || leaving.sso_subject === null) return undefined;
  const id = newMessageId();
  const url = signOutRequestAddress({
    id,
    entityId: entityIdOf(publicUrl(), leaving.id),
    signOutRequestUrl,
    subject: leaving.sso_subject,
    sid: leaving.sso_sid,
    hint,
    privateKey: await privateKeyOf(deps, leaving),
  });
  await keepReturn(deps, leaving.id, id);
  return url;
}

/**
 * Reads what a provider sends the browser back with. It ends no session and starts none.
 * @param query as it was sent
 * @returns "here" for all that the provider has not confirmed, also for what no sign-out of this provider has begun
 */
export async function finishSignOut(
  deps: SsoDeps,
  providerId: string,
  { query, log }: { readonly query: string; readonly log: Log },
): Promise<SsoSignOut> {
  try {
    const answer = await readAnswer(deps, providerId, query);
    const attempt = answer && (await takeSsoAttempt(deps.db, returnHash(answer.state)));
    const isExpected = attempt?.provider_id === providerId && attempt.expires_at.getTime() > Date.now();
    return isExpected && answer?.isDone === true ? "done" : "here";
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    log.warn({ err: error }, "the answer to a sign-out was refused");
    return "here";
  }
}

async function readAnswer(
  deps: SsoDeps,
  providerId: string,
  query: string,
): Promise<{ readonly state: string; readonly isDone: boolean } | undefined> {
  const { db, publicUrl } = deps;
  const provider = await findSsoProviderById(db, providerId);
  if (provider?.kind === "oidc") {
    const answer = new URLSearchParams(query);
    const state = answer.get("state");
    return state === null ? undefined : { state, isDone: !answer.has("error") };
  }
  const saml = provider && (await findSsoSaml(db, providerId));
  if (!saml) return undefined;
  const { issuer } = provider;
  const now = Date.now();
  const { certificates } = await currentMetadata(deps, { issuer, saml });
  const { requestId, isDone } = readLogoutResponse(query, {
    issuer,
    certificates: validCertificates(certificates, now).map(({ pem }) => pem),
    destination: logoutUrl(publicUrl(), providerId),
    now,
  });
  return { state: requestId, isDone };
}
