/** Users that a directory creates, changes, deactivates and deletes. */
import { recordAuditEvent } from "../../access/auditLog.ts";
import { domainOf } from "../../access/emailDomain.ts";
import { joinCompany } from "../../access/newUsers.ts";
import { NO_PASSWORD } from "../../access/passwords/passwords.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import { updateUser } from "../../db/tables/companies/companyUsers.ts";
import { listGroupsOfUsers } from "../../db/tables/directory/directoryGroups.ts";
import {
  deleteDirectoryUser,
  type DirectoryUserRow,
  findDirectoryOfUser,
  findDirectoryUser,
  insertDirectoryUser,
  updateDirectoryUser,
  updateUserAddress,
} from "../../db/tables/directory/directoryUsers.ts";
import { deletePasswordResetsOf } from "../../db/tables/accounts/passwordResets.ts";
import { deleteSsoAccountsOfUser } from "../../db/tables/directory/ssoAccounts.ts";
import { listSsoDomains } from "../../db/tables/directory/ssoProviders.ts";
import { findUserByEmail } from "../../db/tables/accounts/users.ts";
import { message } from "../../messages/messages.ts";
import { deactivateUser, reactivateUser } from "./deactivate.ts";
import type { DirectoryCaller } from "./DirectoryCaller.ts";
import { invalidValue, ScimError } from "./ScimError.ts";
import { hasScimName, scimNameOf, type StoredUser, type UserFields, versionOf } from "./userResource.ts";

/** Whether a version fits what `If-Match` names. */
export type VersionCheck = (version: string) => boolean;

const notFound = (): ScimError => new ScimError(404, undefined, message("directory.not_found"));
const taken = (): ScimError => new ScimError(409, "uniqueness", message("directory.address_taken"));

const fieldsOf = (row: DirectoryUserRow): UserFields => ({
  userName: row.email,
  displayName: row.display_name,
  formatted: row.formatted_name,
  givenName: row.given_name,
  familyName: row.family_name,
  active: row.active,
  externalId: row.external_id,
  language: row.language,
});

const columnsOf = (fields: UserFields) => ({
  external_id: fields.externalId,
  display_name: fields.displayName,
  formatted_name: fields.formatted,
  given_name: fields.givenName,
  family_name: fields.familyName,
  language: fields.language,
});

/** A domain that the company has proven: no other company may create or take over accounts of its addresses. @throws ScimError */
async function requireDomain(db: Db, companyId: string, email: string): Promise<void> {
  const domain = domainOf(email);
  const domains = await listSsoDomains(db, companyId);
  if (domains.some(({ name, verified_at: at }) => at !== null && name === domain)) return;
  throw invalidValue(message("directory.domain", { domain }));
}

/** @param groups whether the groups of the users are read too */
export async function storedUsers(db: Db, rows: readonly DirectoryUserRow[], groups: boolean): Promise<StoredUser[]> {
  const ids = rows.map(({ id }) => id);
  const groupsByUser = Map.groupBy(groups ? await listGroupsOfUsers(db, ids) : [], (row) => row.user_id);
  return rows.map((row) => ({
    ...fieldsOf(row),
    id: row.id,
    version: row.version,
    created: row.created_at,
    changed: row.updated_at,
    groups: groupsByUser.get(row.id) ?? [],
  }));
}

/** @throws ScimError 404, also for a user of another company */
export async function readStoredUser(db: Db, companyId: string, id: string): Promise<StoredUser> {
  const row = await findDirectoryUser(db, companyId, id);
  const [user] = row ? await storedUsers(db, [row], true) : [];
  if (!user) throw notFound();
  return user;
}

async function requireRow(transaction: Db, companyId: string, id: string): Promise<DirectoryUserRow> {
  const row = await findDirectoryUser(transaction, companyId, id);
  if (!row) throw notFound();
  return row;
}

/** Creates a user, or takes over the account of the address. @throws ScimError; Conflict for the last Admin */
export async function createUser(db: Db, caller: DirectoryCaller, fields: UserFields): Promise<StoredUser> {
  const { companyId, actor } = caller;
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    await requireDomain(transaction, companyId, fields.userName);
    const account = await findUserByEmail(transaction, fields.userName);
    if (account && account.company_id !== null && account.company_id !== companyId) throw taken();
    if (account && (await findDirectoryOfUser(transaction, account.id)) === companyId) throw taken();
    const id = account?.company_id === companyId ? account.id : await join(transaction, caller, fields);
    await insertDirectoryUser(transaction, { user_id: id, company_id: companyId, ...columnsOf(fields) });
    await updateAccount(transaction, id, fields, { isNamed: hasScimName(fields) });
    await recordAuditEvent(transaction, actor, {
      action: "directory.user_added",
      subject: { kind: "user", id, name: fields.userName },
      after: { is_new: account === undefined },
    });
    if (!fields.active) await deactivateUser(transaction, caller, await requireRow(transaction, companyId, id));
    return readStoredUser(transaction, companyId, id);
  });
}

async function updateAccount(
  transaction: Db,
  id: string,
  fields: UserFields,
  { isNamed }: { readonly isNamed: boolean },
): Promise<void> {
  const change = {
    ...(isNamed && { name: scimNameOf(fields) }),
    ...(fields.language !== null && { language: fields.language }),
  };
  if (Object.keys(change).length > 0) await updateUser(transaction, id, change);
}

const join = (transaction: Db, { companyId, actor }: DirectoryCaller, fields: UserFields): Promise<string> =>
  joinCompany(
    transaction,
    { company_id: companyId, role: "Member", email: fields.userName },
    {
      email: fields.userName,
      name: scimNameOf(fields),
      passwordHash: NO_PASSWORD,
      language: fields.language ?? "EN",
      address: actor.address,
    },
  );

/** Changes a user by what `change` makes of it. @throws ScimError; Conflict for the last Admin */
export async function changeUser(
  db: Db,
  caller: DirectoryCaller,
  id: string,
  change: (before: UserFields) => UserFields,
  fits: VersionCheck,
): Promise<StoredUser> {
  const { companyId, actor } = caller;
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const row = await requireRow(transaction, companyId, id);
    requireVersion(fits, row.version);
    const before = fieldsOf(row);
    const after = change(before);
    if (after.userName !== before.userName) await changeAddress(transaction, companyId, id, after.userName);
    const columns = columnsOf(after);
    const changed = (Object.keys(after) as (keyof UserFields)[]).filter((field) => before[field] !== after[field]);
    if (changed.length === 0) return readStoredUser(transaction, companyId, id);
    await updateDirectoryUser(transaction, id, columns);
    // A name that the directory has taken back is not the account's own.
    await updateAccount(transaction, id, after, { isNamed: hasScimName(before) || hasScimName(after) });
    const fields = changed.filter((field) => field !== "active");
    if (fields.length > 0) {
      await recordAuditEvent(transaction, actor, {
        action: "directory.user_changed",
        subject: { kind: "user", id, name: after.userName },
        before: { address: before.userName },
        after: { address: after.userName, changed: fields },
      });
    }
    if (after.active !== before.active) {
      const user = await requireRow(transaction, companyId, id);
      if (after.active) {
        await requireDomain(transaction, companyId, after.userName);
        await reactivateUser(transaction, caller, user);
      } else await deactivateUser(transaction, caller, user);
    }
    return readStoredUser(transaction, companyId, id);
  });
}

/** @throws ScimError 412 */
export function requireVersion(fits: VersionCheck, version: number): void {
  if (!fits(versionOf(version))) throw new ScimError(412, undefined, message("directory.version"));
}

async function changeAddress(transaction: Db, companyId: string, id: string, email: string): Promise<void> {
  await requireDomain(transaction, companyId, email);
  if (await findUserByEmail(transaction, email)) throw taken();
  // A reset that was mailed to the former address would open the account.
  await deletePasswordResetsOf(transaction, id);
  await updateUserAddress(transaction, id, email).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
}

/** Deletes a user from the directory and takes the user out of the company; the account can be invited again. @throws ScimError, Conflict */
export async function deleteUser(db: Db, caller: DirectoryCaller, id: string, fits: VersionCheck): Promise<void> {
  const { companyId, actor } = caller;
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const row = await requireRow(transaction, companyId, id);
    requireVersion(fits, row.version);
    if (row.active) await deactivateUser(transaction, caller, row);
    await deleteSsoAccountsOfUser(transaction, id);
    await deleteDirectoryUser(transaction, id);
    await recordAuditEvent(transaction, actor, {
      action: "directory.user_removed",
      subject: { kind: "user", id, name: row.email },
    });
  });
}
