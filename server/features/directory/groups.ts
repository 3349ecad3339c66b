/** Groups that a directory creates, changes and deletes, with the roles of their members. */
import { recordAuditEvent } from "../../access/auditLog.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import {
  countDirectoryGroups,
  deleteDirectoryGroup,
  deleteGroupMembers,
  type DirectoryGroupRow,
  findDirectoryGroup,
  insertDirectoryGroup,
  insertGroupMembers,
  listGroupMembers,
  updateDirectoryGroup,
} from "../../db/tables/directory/directoryGroups.ts";
import { listUsersOfGroup } from "../../db/tables/directory/directoryRoles.ts";
import { listKnownDirectoryUsers } from "../../db/tables/directory/directoryUsers.ts";
import { Conflict } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { applyRoles } from "./applyRoles.ts";
import type { DirectoryCaller } from "./DirectoryCaller.ts";
import type { GroupFields, StoredGroup } from "./groupResource.ts";
import { invalidValue, ScimError } from "./ScimError.ts";
import { requireVersion, type VersionCheck } from "./users.ts";

/** The most groups of a company. */
export const MAX_GROUPS = 1000;

const notFound = (): ScimError => new ScimError(404, undefined, message("directory.not_found"));
const taken = (): ScimError => new ScimError(409, "uniqueness", message("directory.group_taken"));

/** @param members whether they are read too */
export async function storedGroups(
  db: Db,
  rows: readonly DirectoryGroupRow[],
  members: boolean,
): Promise<StoredGroup[]> {
  const ids = rows.map(({ id }) => id);
  const membersByGroup = Map.groupBy(members ? await listGroupMembers(db, ids) : [], (row) => row.group_id);
  return rows.map((row) => ({
    id: row.id,
    displayName: row.name,
    externalId: row.external_id,
    version: row.version,
    created: row.created_at,
    changed: row.updated_at,
    members: members ? (membersByGroup.get(row.id) ?? []) : null,
  }));
}

/** @throws ScimError 404, also for a group of another company */
export async function readStoredGroup(db: Db, companyId: string, id: string, members = true): Promise<StoredGroup> {
  const row = await findDirectoryGroup(db, companyId, id);
  const [group] = row ? await storedGroups(db, [row], members) : [];
  if (!group) throw notFound();
  return group;
}

/** Only users of the company's directory can be members. @throws ScimError */
async function requireUsers(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  const users = new Set(await listKnownDirectoryUsers(db, companyId, ids));
  const missing = ids.find((id) => !users.has(id));
  if (missing !== undefined) throw invalidValue(message("directory.member_unknown", { id: missing.slice(0, 100) }));
}

/** @throws ScimError; Conflict at a limit */
export async function createGroup(db: Db, caller: DirectoryCaller, fields: GroupFields): Promise<StoredGroup> {
  const { companyId, actor } = caller;
  const id = newId();
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const all = { kind: "constant", value: true } as const;
    if ((await countDirectoryGroups(transaction, companyId, all)) >= MAX_GROUPS) {
      throw new Conflict(message("directory.groups_limit", { max: MAX_GROUPS }));
    }
    await requireUsers(transaction, companyId, [...fields.members]);
    const { displayName: name, externalId } = fields;
    await insertDirectoryGroup(transaction, { id, company_id: companyId, name, external_id: externalId }).catch(
      (error: unknown) => {
        throw isUniqueViolation(error) ? taken() : error;
      },
    );
    await insertGroupMembers(transaction, id, [...fields.members]);
    await recordAuditEvent(transaction, actor, {
      action: "directory.group_added",
      subject: { kind: "directory_group", id, name },
      after: { members: fields.members.size },
    });
    return readStoredGroup(transaction, companyId, id);
  });
}

/** Changes a group by what `change` makes of it. @throws ScimError; Conflict for the last Admin and at a limit */
export async function changeScimGroup(
  db: Db,
  caller: DirectoryCaller,
  id: string,
  change: (before: GroupFields) => GroupFields,
  fits: VersionCheck,
): Promise<StoredGroup> {
  const { companyId, actor } = caller;
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const row = await findDirectoryGroup(transaction, companyId, id);
    if (!row) throw notFound();
    requireVersion(fits, row.version);
    const members = new Set(await listUsersOfGroup(transaction, id));
    const before: GroupFields = { displayName: row.name, externalId: row.external_id, members };
    const after = change(before);
    const [added, removed] = [[...after.members.difference(members)], [...members.difference(after.members)]];
    const isSame = after.displayName === row.name && after.externalId === row.external_id;
    if (isSame && added.length === 0 && removed.length === 0) return readStoredGroup(transaction, companyId, id);
    await requireUsers(transaction, companyId, added);
    await updateDirectoryGroup(transaction, id, { name: after.displayName, external_id: after.externalId }).catch(
      (error: unknown) => {
        throw isUniqueViolation(error) ? taken() : error;
      },
    );
    await insertGroupMembers(transaction, id, added);
    await deleteGroupMembers(transaction, id, removed);
    await recordAuditEvent(transaction, actor, {
      action: "directory.group_changed",
      subject: { kind: "directory_group", id, name: after.displayName },
      before: { name: row.name },
      after: { name: after.displayName, added: added.length, removed: removed.length },
    });
    await applyRoles(transaction, caller, [...added, ...removed]);
    return readStoredGroup(transaction, companyId, id);
  });
}

/** Deletes a group with what it gives. @throws ScimError; Conflict for the last Admin */
export async function deleteScimGroup(db: Db, caller: DirectoryCaller, id: string, fits: VersionCheck): Promise<void> {
  const { companyId, actor } = caller;
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const row = await findDirectoryGroup(transaction, companyId, id);
    if (!row) throw notFound();
    requireVersion(fits, row.version);
    const users = await listUsersOfGroup(transaction, id);
    await deleteDirectoryGroup(transaction, id);
    await recordAuditEvent(transaction, actor, {
      action: "directory.group_removed",
      subject: { kind: "directory_group", id, name: row.name },
      before: { members: users.length },
    });
    await applyRoles(transaction, caller, users);
  });
}
