import type { SecondFactors } from "../../../contract/access/secondFactors.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { confirmByCode, confirmByPasskey } from "../../access/passwords/confirmations.ts";
import { canHavePasskeys, passkeyCreation, passkeyRequest, verifyNewPasskey } from "../../access/passwords/passkeys.ts";
import { requireCompany } from "../../access/policy.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import {
  addPasskey,
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  type FactorDeps,
  removeAuthenticatorApp,
  removePasskey,
  renewRecoveryCodes,
  SECOND_FACTOR_GUESSES,
} from "../../access/passwords/secondFactors.ts";
import type { Db } from "../../db/openDb.ts";
import {
  countRecoveryCodes,
  findAuthenticatorApp,
  listPasskeysOfUser,
} from "../../db/tables/accounts/secondFactors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { changeFactorPolicy } from "./factorPolicy.ts";
import { resetSecondFactors } from "./reset.ts";
import { finishByCode, signInByPasskey } from "./finishSignIn.ts";

/** Each stores a challenge. A whole company may sign in from one network within minutes. */
const CHALLENGES: Limits = {
  name: "passkeys",
  windowMs: 15 * MINUTE_MS,
  perAddress: 600,
  perAccount: 60,
  refusal: message("limit.requests"),
};

export interface SecondFactorDeps extends FactorDeps {
  readonly publicUrl: () => string;
}

/** Signing in with a second factor, the user's own factors, and an Admin's reset of those of another. */
export function mountSecondFactors(mount: RouteRegistrar, deps: SecondFactorDeps): void {
  mountSignIn(mount, deps);
  mountConfirmations(mount, deps);
  mountOwnFactors(mount, deps);
  mount("resetSecondFactors", async ({ user, params, address }) => {
    const companyId = requireCompany(user, params.id, "users.change");
    await resetSecondFactors(deps, companyId, params.userId, actorOf(user, address));
  });
  mount("setSecondFactorPolicy", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "users.change");
    await changeFactorPolicy(deps.db, user, companyId, body.is_required, actorOf(user, address));
  });
}

function mountSignIn(mount: RouteRegistrar, deps: SecondFactorDeps): void {
  const { db, publicUrl } = deps;
  const guesses = new RateLimiter(db, SECOND_FACTOR_GUESSES);
  const challenges = new RateLimiter(db, CHALLENGES);
  const answers = new RateLimiter(db, { ...CHALLENGES, name: "passkey-answers" });
  mount("finishSecondFactor", ({ body, address, userAgent, keepBrowser }) =>
    finishByCode(deps, guesses, body, { address, userAgent, browser: keepBrowser() }),
  );
  mount("beginPasskeySignIn", async ({ address }) => {
    await challenges.take(address, "");
    return passkeyRequest(db, publicUrl(), "sign_in", null);
  });
  mount("finishPasskeySignIn", async ({ body, address, userAgent, keepBrowser }) => {
    await answers.take(address, "");
    return signInByPasskey(deps, publicUrl(), body, { address, userAgent, browser: keepBrowser() });
  });
}

/** What counts as the password typed again. */
function mountConfirmations(mount: RouteRegistrar, deps: SecondFactorDeps): void {
  const { db, publicUrl } = deps;
  const guesses = new RateLimiter(db, SECOND_FACTOR_GUESSES);
  const challenges = new RateLimiter(db, CHALLENGES);
  mount("confirmCode", ({ user, body, address }) =>
    confirmByCode({ ...deps, limiter: guesses }, user, body.code, address),
  );
  mount("beginPasskeyConfirmation", async ({ user }) => {
    await challenges.take("", user.id);
    return passkeyRequest(db, publicUrl(), "confirm", user.sessionHash);
  });
  mount("confirmPasskey", ({ user, body, address }) =>
    confirmByPasskey({ db, publicUrl: publicUrl() }, user, body.assertion, address),
  );
}

function mountOwnFactors(mount: RouteRegistrar, deps: SecondFactorDeps): void {
  const { db, publicUrl } = deps;
  const challenges = new RateLimiter(db, CHALLENGES);
  // Separate, so that guesses of another person at the sign-in do not prevent a set-up.
  const guesses = new RateLimiter(db, { ...SECOND_FACTOR_GUESSES, name: "second-factor-set-up" });
  mount("getSecondFactors", ({ user }) => readFactors(db, user.id, publicUrl()));
  mount("beginPasskey", async ({ user }) => {
    await challenges.take("", user.id);
    const passkeys = await listPasskeysOfUser(db, user.id);
    return passkeyCreation(
      db,
      publicUrl(),
      user,
      passkeys.map(({ credential_id: id }) => id),
    );
  });
  mount("addPasskey", async ({ user, body, address }) => {
    const passkey = await verifyNewPasskey(db, publicUrl(), user.sessionHash, body.attestation);
    return addPasskey(deps, user, body.name, passkey, actorOf(user, address));
  });
  mount("removePasskey", ({ user, params, address }) =>
    removePasskey(deps, user, params.passkeyId, actorOf(user, address)),
  );
  mount("beginAuthenticatorApp", ({ user }) => beginAuthenticatorApp(deps, user));
  mount("addAuthenticatorApp", async ({ user, body, address }) => {
    const guess = await guesses.attempt(address, user.id);
    try {
      const added = await confirmAuthenticatorApp(deps, user, body.code, actorOf(user, address));
      await guess.succeed();
      return added;
    } catch (error) {
      await guess.fail();
      throw error;
    }
  });
  mount("removeAuthenticatorApp", ({ user, address }) => removeAuthenticatorApp(deps, user, actorOf(user, address)));
  mount("renewRecoveryCodes", async ({ user, address }) => ({
    recovery_codes: await renewRecoveryCodes(deps, user, actorOf(user, address)),
  }));
}

async function readFactors(db: Db, userId: string, publicUrl: string): Promise<SecondFactors> {
  const app = await findAuthenticatorApp(db, userId);
  const passkeys = await listPasskeysOfUser(db, userId);
  return {
    passkeys: passkeys.map((row) => ({
      id: row.id,
      name: row.name,
      is_synced: row.is_synced,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
    app: app?.confirmed_at ? { created_at: app.confirmed_at.toISOString() } : null,
    recovery_codes_left: await countRecoveryCodes(db, userId),
    can_add_passkeys: canHavePasskeys(publicUrl),
  };
}
