/**
 * Registering by an invitation. The link creates an account of the invited address, or of any address where none was invited; who
 * registers with another address proves that one first, by the code that is mailed to it. Until then there is no account.
 * An account that already exists needs the code as well: an Admin can copy the link, so it does not prove the mailbox.
 */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { RegisterAnswer, RegisterBody, LoginAnswer } from "../../contract/access/users.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import { findCompanyById } from "../db/tables/companies/companies.ts";
import {
  deleteRegistrationsOf,
  insertRegistration,
  listOpenRegistrations,
  updateRegistrationAttempts,
  updateRegistrationCode,
} from "../db/tables/accounts/registrations.ts";
import { findSsoProviderOfDomain } from "../db/tables/directory/ssoProviders.ts";
import { findUserByEmail } from "../db/tables/accounts/users.ts";
import { Invalid } from "../errors.ts";
import type { Language } from "../messages/messages.ts";
import type { Mail } from "../mail/Mail.ts";
import { acceptInvitation } from "./newUsers.ts";
import { lockInvitation, openInvitation, type OpenInvitation } from "./invitations.ts";
import { requirePasswordAccounts } from "./passwords/passwordAccess.ts";
import { domainOf } from "./emailDomain.ts";
import { requireGoodPassword } from "./passwords/passwordRules.ts";
import { hashPassword } from "./passwords/passwords.ts";
import { startSession, type Client } from "./sessions/sessions.ts";
import { deriveKey, type KeyRing } from "./keys/KeyRing.ts";
import { type Message, message } from "../messages/messages.ts";

const CODE_MINUTES = 30;
const CODE_DIGITS = 6;
/** Guesses at one code: five of a million. Then a new code is needed. */
const MAX_CODE_ATTEMPTS = 5;

/** Hashes a code for storage, with a key: a plain hash could be reversed by trying a million codes. */
export interface CodeHash {
  of(registrationId: string, code: string): string;
  /** Whether `stored` is the hash of the code under any key of the ring: a code stays valid during a rotation. */
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
 * @param beforeMail called before a code is mailed; throws when too many were sent
 * @returns a token at once where the address is proven, else a message that a code was sent
 * @throws Invalid, which states whether the invitation was used, withdrawn or has expired, or what is wrong in the form
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
  const open = requireOpen(await openInvitation(db, invitationToken));
  await requirePasswordAccounts(db, open.company_id);
  const isProven = (await provesAddress(db, open, email)) && !(await hasAccountWithoutCompany(db, email));
  if (!isProven) await beforeMail();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    const invitation = requireOpen(await openInvitation(transaction, invitationToken, "lock"));
    if (isProven && !(await hasAccountWithoutCompany(transaction, email))) {
      const account = { email, name, passwordHash, language, address: client.address };
      const userId = await acceptInvitation(transaction, invitation, account);
      return { token: await startSession(transaction, userId, new Date(), client) };
    }
    const account = await findUserByEmail(transaction, email);
    if (account && account.company_id !== null) {
      // The owner of a link to one address must not learn whether another one has an account.
      const facts = { signIn: mail.link("/login"), forgot: mail.link("/forgot-password") };
      await mail.post(transaction, "accountExists", { to: email, language: account.language, facts });
      return { verification: true };
    }
    await deleteRegistrationsOf(transaction, invitation.id);
    const id = newId();
    const code = newCode();
    await insertRegistration(transaction, {
      id,
      invitation_id: invitation.id,
      email,
      name,
      password_hash: passwordHash,
      language,
      code_hash: codeHash.of(id, code),
      code_expires_at: codeEnd(),
    });
    await mailCode(transaction, mail, { name, email, language, companyId: invitation.company_id }, code);
    return { verification: true };
  });
}

const provesAddress = async (db: Db, invitation: OpenInvitation, email: string): Promise<boolean> =>
  (invitation.email === "" || invitation.email === email) &&
  // The Admin who invites has the link too, and may be another company's than the one that has proven the domain.
  (await findSsoProviderOfDomain(db, domainOf(email))) === undefined;

/** A user who was removed from a company keeps the account: registering sets its password, so the owner must confirm it. */
async function hasAccountWithoutCompany(db: Db, email: string): Promise<boolean> {
  return (await findUserByEmail(db, email))?.company_id === null;
}

function requireOpen(invitation: OpenInvitation | Message): OpenInvitation {
  if ("code" in invitation) throw new Invalid({ non_field_errors: [invitation] });
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
  const { name: company } = await findCompanyById(transaction, to.companyId);
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
    const waiting = await listOpenRegistrations(transaction, email, new Date());
    for (const { id, name, language, company_id } of waiting) {
      const code = newCode();
      await updateRegistrationCode(transaction, id, codeHash.of(id, code), codeEnd());
      await mailCode(transaction, mail, { name, email, language, companyId: company_id }, code);
    }
  });
}

const wrongCode = (): Invalid => new Invalid({ code: [message("verification.wrong")] });

/**
 * Creates the account of a registration whose code is correct, and signs it in. Errors are the same for known and unknown addresses.
 * @throws Invalid
 */
export async function verifyCode(
  { db, codeHash }: RegistrationDeps,
  email: string,
  code: string,
  client: Client,
): Promise<LoginAnswer> {
  // Counted before it is compared, and outside of the transaction, so that no guess is ever forgotten.
  const tried = await updateRegistrationAttempts(db, email, MAX_CODE_ATTEMPTS);
  const registration = tried.find((row) => codeHash.isOf(row.code_hash, row.id, code));
  if (!registration) throw wrongCode();
  if (registration.code_expires_at <= new Date()) throw new Invalid({ code: [message("verification.expired")] });
  return db.transaction().execute(async (transaction) => {
    const invitation = requireOpen(await lockInvitation(transaction, registration.invitation_id));
    await requirePasswordAccounts(transaction, invitation.company_id);
    const userId = await acceptInvitation(transaction, invitation, {
      email,
      name: registration.name,
      passwordHash: registration.password_hash,
      language: registration.language,
      address: client.address,
    });
    return { token: await startSession(transaction, userId, new Date(), client) };
  });
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
