/**
 * Registering by an invitation. The link creates an account of the invited address, or of any address where none was invited; who
 * registers with another address proves that one first, by the code that is mailed to it. Until then there is no account.
 * An account that already exists needs the code as well: an Admin can copy the link, so it does not prove the mailbox.
 */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { RegisterAnswer, RegisterBody, TokenAnswer } from "../../contract/users.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import { Invalid } from "../errors.ts";
import type { Language } from "../mail/emailTemplates.ts";
import type { Mail } from "../mail/Mail.ts";
import { acceptInvitation } from "./newUsers.ts";
import { lockInvitation, openInvitation, type OpenInvitation } from "./invitations.ts";
import { requireGoodPassword } from "./passwordRules.ts";
import { hashPassword } from "./passwords.ts";
import { startSession, type Client } from "./sessions.ts";
import { deriveKey, type KeyRing } from "./KeyRing.ts";

const CODE_MINUTES = 30;
const CODE_DIGITS = 6;
/** Guesses at one code: five of a million. Then a new code is needed. */
const MAX_CODE_ATTEMPTS = 5;

/** Turns a code into what is stored of it. A plain hash would be undone by trying a million codes. */
export interface CodeHash {
  of(registrationId: string, code: string): string;
  /** Whether this is what was stored of the code, with any key of the ring: a code outlives a rotation. */
  isOf(stored: string, registrationId: string, code: string): boolean;
}

export function createCodeHash(ring: KeyRing): CodeHash {
  const hash = (masterKey: Buffer, id: string, code: string): string =>
    createHmac("sha256", deriveKey(masterKey, "codes")).update(`${id}:${code}`).digest("hex");
  return {
    of: (id, code) => hash(ring.current, id, code),
    isOf: (stored, id, code) => ring.keys.some((key) => isSame(stored, hash(key, id, code))),
  };
}

export interface RegistrationDeps {
  readonly db: Db;
  readonly mail: Mail;
  readonly codeHash: CodeHash;
}

/**
 * @param invitationToken the version-4 UUID of the link
 * @param beforeMail asked before a code is mailed: refuses too many of them
 * @returns a token at once where the address is proven, else word that a code is on its way
 * @throws Invalid saying whether the invitation was used, withdrawn or has expired, or what is wrong in the form
 */
export async function register(
  { db, mail, codeHash }: RegistrationDeps,
  invitationToken: string,
  { name, email, password, confirm_password }: RegisterBody,
  language: Language,
  client: Client,
  beforeMail: () => Promise<void> = async () => {},
): Promise<RegisterAnswer> {
  requireGoodPassword("password", { password, confirmation: confirm_password }, { email, name });
  // Refused before the password is hashed: hashing is what costs.
  const invited = provesAddress(requireOpen(await openInvitation(db, invitationToken)), email);
  const isProven = invited && !(await hasAccountWithoutCompany(db, email));
  if (!isProven) await beforeMail();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    const invitation = requireOpen(await openInvitation(transaction, invitationToken, "lock"));
    if (isProven && !(await hasAccountWithoutCompany(transaction, email))) {
      const account = { email, name, passwordHash, language, address: client.address };
      const userId = await acceptInvitation(transaction, invitation, account);
      return { token: await startSession(transaction, userId, new Date(), client) };
    }
    const taken = await transaction
      .selectFrom("users")
      .select("language")
      .where("email", "=", email)
      .where("company_id", "is not", null)
      .executeTakeFirst();
    if (taken) {
      // Who holds a link to one address must not learn whether another one has an account.
      const facts = { signIn: mail.link("/login"), forgot: mail.link("/forgot-password") };
      await mail.post(transaction, "accountExists", { to: email, language: taken.language, facts });
      return { verification: true };
    }
    await transaction.deleteFrom("registrations").where("invitation_id", "=", invitation.id).execute();
    const id = newId();
    const code = newCode();
    await transaction
      .insertInto("registrations")
      .values({
        id,
        invitation_id: invitation.id,
        email,
        name,
        password_hash: passwordHash,
        language,
        code_hash: codeHash.of(id, code),
        code_expires_at: codeEnd(),
      })
      .execute();
    await mailCode(transaction, mail, { name, email, language, companyId: invitation.company_id }, code);
    return { verification: true };
  });
}

const provesAddress = (invitation: OpenInvitation, email: string): boolean =>
  invitation.email === "" || invitation.email === email;

/** A person who was removed from a company keeps the account: registering sets its password, so the owner must confirm it. */
async function hasAccountWithoutCompany(db: Db, email: string): Promise<boolean> {
  const account = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("company_id", "is", null)
    .executeTakeFirst();
  return account !== undefined;
}

function requireOpen(invitation: OpenInvitation | string): OpenInvitation {
  if (typeof invitation === "string") throw new Invalid({ non_field_errors: [invitation] });
  return invitation;
}

const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
const codeEnd = (): Date => new Date(Date.now() + CODE_MINUTES * 60_000);

async function mailCode(
  transaction: Db,
  mail: Mail,
  to: { readonly name: string; readonly email: string; readonly language: Language; readonly companyId: string },
  code: string,
): Promise<void> {
  const { name: company } = await transaction
    .selectFrom("companies")
    .select("name")
    .where("id", "=", to.companyId)
    .executeTakeFirstOrThrow();
  await mail.post(transaction, "verification", {
    to: to.email,
    language: to.language,
    facts: { name: to.name, company, code, minutes: CODE_MINUTES },
    expires: codeEnd(),
  });
}

/** Mails a new code to each registration of an address that waits for one. The old code ends. */
export async function resendCode({ db, mail, codeHash }: RegistrationDeps, email: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const waiting = await transaction
      .selectFrom("registrations")
      .innerJoin("invitations", "invitations.id", "registrations.invitation_id")
      .select(["registrations.id", "registrations.name", "registrations.language", "invitations.company_id"])
      .where("registrations.email", "=", email)
      .where("invitations.accepted_at", "is", null)
      .where("invitations.revoked_at", "is", null)
      .where("invitations.expires_at", ">", new Date())
      .execute();
    for (const { id, name, language, company_id } of waiting) {
      const code = newCode();
      await transaction
        .updateTable("registrations")
        .set({ code_hash: codeHash.of(id, code), code_expires_at: codeEnd(), code_attempts: 0 })
        .where("id", "=", id)
        .execute();
      await mailCode(transaction, mail, { name, email, language, companyId: company_id }, code);
    }
  });
}

const wrongCode = (): Invalid => new Invalid({ code: ["This code is not right. Ask for a new one if it goes on"] });

/**
 * Creates the account of a registration whose code is correct. Errors are worded the same whether or not the address is known.
 * @throws Invalid
 */
export async function verifyCode(
  { db, codeHash }: RegistrationDeps,
  email: string,
  code: string,
  client: Client,
): Promise<TokenAnswer> {
  // Counted before it is compared, and outside of the transaction, so that no guess is ever forgotten.
  const tried = await db
    .updateTable("registrations")
    .set((row) => ({ code_attempts: row("code_attempts", "+", 1) }))
    .where("email", "=", email)
    .where("code_attempts", "<", MAX_CODE_ATTEMPTS)
    .returningAll()
    .execute();
  const found = tried.find((row) => codeHash.isOf(row.code_hash, row.id, code));
  if (!found) throw wrongCode();
  if (found.code_expires_at <= new Date()) throw new Invalid({ code: ["This code has expired. Ask for a new one"] });
  return db.transaction().execute(async (transaction) => {
    const invitation = requireOpen(await lockInvitation(transaction, found.invitation_id));
    const userId = await acceptInvitation(transaction, invitation, {
      email,
      name: found.name,
      passwordHash: found.password_hash,
      language: found.language,
      address: client.address,
    });
    return { token: await startSession(transaction, userId, new Date(), client) };
  });
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
