/** The second factors of a user: codes of an authenticator app, recovery codes, and what changes when a factor comes or goes. */
import { randomBytes } from "node:crypto";
import { MINUTE_MS } from "../../../contract/durations.ts";
import {
  SECOND_FACTOR_LIMITS,
  type AddedFactor,
  type NewAuthenticatorApp,
} from "../../../contract/access/secondFactors.ts";
import type { Language } from "../../../contract/access/users.ts";
import type { Seal } from "../../Seal.ts";
import { newId } from "../../db/newId.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteAuthenticatorApp,
  deleteFactorsOfUser,
  deletePasskeyOfUser,
  deleteRecoveryCode,
  deleteRecoveryCodes,
  findAuthenticatorApp,
  hasSecondFactor,
  insertPasskey,
  isFactorRequired,
  listPasskeysOfUser,
  lockFactorsOfUser,
  replaceRecoveryCodes,
  updateAppConfirmed,
  updateAppStep,
  upsertWaitingApp,
} from "../../db/tables/accounts/secondFactors.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import type { Mail } from "../../mail/Mail.ts";
import type { FactorChange } from "../../mail/emailTemplates.ts";
import { message } from "../../messages/messages.ts";
import { recordAuditEvent, type Actor, type NewAuditEvent } from "../auditLog.ts";
import type { NewPasskey } from "./passkeys.ts";
import type { Limits } from "../limits/RateLimiter.ts";
import type { Principal } from "../sessions/sessions.ts";
import { hashToken } from "../tokens/tokens.ts";
import { matchingStep, newTotpSecret, toBase32, totpUri } from "./totp.ts";

/** Guesses at a code, by account and network. Ten in an hour: a code of six digits is good for 90 s. */
export const SECOND_FACTOR_GUESSES: Limits = {
  name: "second-factor",
  windowMs: 60 * MINUTE_MS,
  perAddress: 60,
  perAccount: 10,
  refusal: message("limit.failed_attempts"),
};

/** The purpose of the seal of the secrets of authenticator apps. */
export const SECOND_FACTOR_PURPOSE = "second-factor";

const CODE_BYTES = 10;
/** 32 letters and digits that are not mistaken for each other. */
const CODE_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

export interface FactorDeps {
  readonly db: Db;
  readonly mail: Mail;
  readonly seal: Seal;
}

/** The user whose factors change, as a mail needs it. */
export interface FactorOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
}

const sealedAs = (userId: string): string => `app:${userId}`;

/** Ten codes of 80 random bits each, in groups of four. A plain SHA-256 of them is stored: there is no dictionary of them. */
const newRecoveryCodes = (): string[] =>
  Array.from(
    { length: SECOND_FACTOR_LIMITS.recoveryCodes },
    () => toBase32(randomBytes(CODE_BYTES), CODE_ALPHABET).match(/.{4}/g)?.join("-") ?? "",
  );

const hashRecoveryCode = (code: string): string => hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));

/** Accepts a code of the authenticator app, once. @returns false for a wrong or used one, and where there is no app */
export async function takeAppCode(
  transaction: Db,
  seal: Seal,
  userId: string,
  code: string,
  now = new Date(),
): Promise<boolean> {
  const app = await findAuthenticatorApp(transaction, userId);
  if (!app || app.confirmed_at === null) return false;
  return acceptCode(transaction, seal, app, code, now);
}

async function acceptCode(
  transaction: Db,
  seal: Seal,
  app: { readonly user_id: string; readonly sealed: Uint8Array; readonly last_step: number },
  code: string,
  now: Date,
): Promise<boolean> {
  const secret = seal.open(app.sealed, sealedAs(app.user_id));
  const step = matchingStep(secret, code.replaceAll(/\s/g, ""), app.last_step, now);
  return step !== undefined && (await updateAppStep(transaction, app.user_id, step));
}

/** Accepts a code of the app or a recovery code, once. @returns undefined where it is neither */
export async function takeAnyCode(
  transaction: Db,
  seal: Seal,
  userId: string,
  code: string,
): Promise<"app" | "recovery" | undefined> {
  if (await takeAppCode(transaction, seal, userId, code)) return "app";
  return (await deleteRecoveryCode(transaction, userId, hashRecoveryCode(code))) ? "recovery" : undefined;
}

/** Writes the audit event of a change and the mail that reports to its owner. */
export async function reportFactorChange(
  transaction: Db,
  mail: Mail,
  owner: FactorOwner,
  by: Actor,
  change: FactorChange,
  event: NewAuditEvent,
): Promise<void> {
  await recordAuditEvent(transaction, by, event);
  await mail.post(transaction, "secondFactorChanged", {
    to: owner.email,
    language: owner.language,
    facts: { name: owner.name, at: new Date(), change, by: by.name, settings: mail.link("/settings/password") },
  });
}

/** The first factor brings recovery codes. */
async function afterAdding(transaction: Db, caller: Principal, isFirst: boolean): Promise<AddedFactor> {
  if (!isFirst) return { recovery_codes: null };
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(transaction, caller.id, codes.map(hashRecoveryCode));
  return { recovery_codes: codes };
}

/** @throws Conflict at the limit, or for a passkey that an account has already */
export async function addPasskey(
  { db, mail }: FactorDeps,
  caller: Principal,
  name: string,
  passkey: NewPasskey,
  by: Actor,
): Promise<AddedFactor> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await lockFactorsOfUser(transaction, caller.id);
      const hadFactor = await hasSecondFactor(transaction, caller.id);
      if ((await listPasskeysOfUser(transaction, caller.id)).length >= SECOND_FACTOR_LIMITS.passkeys)
        throw new Conflict(message("second_factor.passkeys_limit", { max: SECOND_FACTOR_LIMITS.passkeys }));
      const id = newId();
      await insertPasskey(transaction, { id, user_id: caller.id, name, ...passkey });
      await reportFactorChange(transaction, mail, caller, by, "passkey_added", {
        action: "second_factor.added",
        subject: { kind: "passkey", id, name },
      });
      return afterAdding(transaction, caller, !hadFactor);
    });
  } catch (error) {
    if (isUniqueViolation(error, "passkeys_credential_unique"))
      throw new Conflict(message("second_factor.passkey_known"), { cause: error });
    throw error;
  }
}

/** A new secret for an app, which counts once a code of it was entered. @throws Conflict where an app is in use */
export async function beginAuthenticatorApp({ db, seal }: FactorDeps, caller: Principal): Promise<NewAuthenticatorApp> {
  const secret = newTotpSecret();
  if (!(await upsertWaitingApp(db, caller.id, Buffer.from(seal.seal(secret, sealedAs(caller.id))))))
    throw new Conflict(message("second_factor.app_known"));
  return { secret, uri: totpUri(secret, caller.email) };
}

/** @throws Invalid for a wrong code; Conflict where no app waits for one */
export async function confirmAuthenticatorApp(
  { db, mail, seal }: FactorDeps,
  caller: Principal,
  code: string,
  by: Actor,
): Promise<AddedFactor> {
  return db.transaction().execute(async (transaction) => {
    await lockFactorsOfUser(transaction, caller.id);
    const app = await findAuthenticatorApp(transaction, caller.id);
    if (!app || app.confirmed_at !== null) throw new Conflict(message("second_factor.app_not_begun"));
    if (!(await acceptCode(transaction, seal, app, code, new Date())))
      throw new Invalid({ code: [message("second_factor.app_code_wrong")] });
    const hadFactor = await hasSecondFactor(transaction, caller.id);
    await updateAppConfirmed(transaction, caller.id, new Date());
    await reportFactorChange(transaction, mail, caller, by, "app_added", {
      action: "second_factor.added",
      subject: { kind: "authenticator_app", name: "" },
    });
    return afterAdding(transaction, caller, !hadFactor);
  });
}

/** Recovery codes go with the last factor. @throws Conflict for the last factor of a user whose company requires one */
async function afterRemoving(transaction: Db, userId: string): Promise<void> {
  if (await hasSecondFactor(transaction, userId)) return;
  if (await isFactorRequired(transaction, userId)) throw new Conflict(message("second_factor.last_required"));
  await deleteRecoveryCodes(transaction, userId);
}

/** @throws NotFound; Conflict for the last factor where one is required */
export async function removePasskey({ db, mail }: FactorDeps, caller: Principal, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockFactorsOfUser(transaction, caller.id);
    const gone = await deletePasskeyOfUser(transaction, caller.id, id);
    if (!gone) throw new NotFound(message("second_factor.passkey_not_found"));
    await afterRemoving(transaction, caller.id);
    await reportFactorChange(transaction, mail, caller, by, "passkey_removed", {
      action: "second_factor.removed",
      subject: { kind: "passkey", id, name: gone.name },
    });
  });
}

/** @throws NotFound; Conflict for the last factor where one is required */
export async function removeAuthenticatorApp({ db, mail }: FactorDeps, caller: Principal, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockFactorsOfUser(transaction, caller.id);
    if (!(await deleteAuthenticatorApp(transaction, caller.id)))
      throw new NotFound(message("second_factor.app_not_found"));
    await afterRemoving(transaction, caller.id);
    await reportFactorChange(transaction, mail, caller, by, "app_removed", {
      action: "second_factor.removed",
      subject: { kind: "authenticator_app", name: "" },
    });
  });
}

/** A new set of recovery codes; the old ones open nothing from then on. @throws Conflict without a second factor */
export async function renewRecoveryCodes({ db, mail }: FactorDeps, caller: Principal, by: Actor): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.transaction().execute(async (transaction) => {
    await lockFactorsOfUser(transaction, caller.id);
    if (!(await hasSecondFactor(transaction, caller.id))) throw new Conflict(message("second_factor.none_yet"));
    await replaceRecoveryCodes(transaction, caller.id, codes.map(hashRecoveryCode));
    await reportFactorChange(transaction, mail, caller, by, "codes_renewed", {
      action: "second_factor.codes_renewed",
    });
  });
  return codes;
}

/** Deletes every factor of a user. @returns whether there was one */
export async function resetFactors(transaction: Db, userId: string): Promise<boolean> {
  await lockFactorsOfUser(transaction, userId);
  return deleteFactorsOfUser(transaction, userId);
}
