/** What Admins set about the directory of their company: which groups give which roles. */
import {
  DIRECTORY_LIMITS,
  type DirectoryMapping,
  type DirectoryMappingBody,
  type DirectorySettings,
} from "../../../contract/access/directory.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import { listDirectoryTokens, maxScimTokenDays } from "../../access/tokens/scimTokens.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { newId } from "../../db/newId.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import {
  deleteMapping,
  findDirectoryGroup,
  insertDirectoryGroup,
  listGroupSizes,
  listMappings,
  upsertMapping,
} from "../../db/tables/directory/directoryGroups.ts";
import { listUsersOfGroup } from "../../db/tables/directory/directoryRoles.ts";
import { countDirectoryUsers } from "../../db/tables/directory/directoryUsers.ts";
import { listProjectsOfRole } from "../../db/tables/projects/projects.ts";
import {
  countProviderGroups,
  deleteUnusedProviderGroup,
  findProviderGroup,
} from "../../db/tables/sources/providerGroups.ts";
import { findSsoProvider, listSsoDomains, listSsoProviders } from "../../db/tables/directory/ssoProviders.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { applyRoles } from "./applyRoles.ts";
import { SCIM_PATH, type ScimDeps } from "./scimRoutes.ts";

const present = (row: Awaited<ReturnType<typeof listMappings>>[number]): DirectoryMapping => ({
  id: row.id,
  group: { id: row.group_id, name: row.group_name },
  provider: row.provider_id === null ? null : { id: row.provider_id, label: row.provider_label ?? "" },
  scope: row.project_id === null ? "company" : "project",
  project:
    row.member_id === null || row.slug === null || row.project_name === null
      ? null
      : { slug: row.slug, name: row.project_name },
  role: row.role,
});

export async function readDirectory(
  { db, publicUrl }: ScimDeps,
  companyId: string,
  caller: Principal,
): Promise<DirectorySettings> {
  const domains = await listSsoDomains(db, companyId);
  const activeUsers = { kind: "compare", column: "active", op: "eq", value: true, isExact: true } as const;
  const users = await countDirectoryUsers(db, companyId, activeUsers);
  return {
    base_url: `${publicUrl().replace(/\/+$/, "")}${SCIM_PATH}`,
    tokens: await listDirectoryTokens(db, companyId),
    max_days: await maxScimTokenDays(db, companyId),
    domains: domains.filter((domain) => domain.verified_at !== null).map(({ name }) => name),
    users,
    inactive_users: await countDirectoryUsers(db, companyId, { kind: "not", part: activeUsers }),
    groups: await listGroupSizes(db, companyId, DIRECTORY_LIMITS.groups),
    mappings: (await listMappings(db, companyId, caller.id)).map(present),
    providers: (await listSsoProviders(db, companyId))
      .filter(({ groups_claim: claim }) => claim !== "")
      .map(({ id, label }) => ({ id, label })),
    projects: await listProjectsOfRole(db, caller.id, "Owner"),
  };
}

const callerFor = ({ publicUrl }: ScimDeps, companyId: string, by: Actor) => ({
  companyId,
  base: `${publicUrl()}${SCIM_PATH}`,
  actor: { ...by, companyId },
});

/**
 * Sets the role that a group gives in a project of which the caller is an Owner, or makes its members Admins.
 * @returns all rules for groups
 * @throws NotFound; Forbidden; Conflict at a limit
 */
export async function setMapping(
  deps: ScimDeps,
  companyId: string,
  caller: Principal,
  { group: target, project: slug, role }: DirectoryMappingBody,
  by: Actor,
): Promise<DirectoryMapping[]> {
  return deps.db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const project = slug === null ? null : await projectFor(transaction, caller, slug, "members.changeRole");
    const { id: groupId, name } = await groupFor(transaction, companyId, target);
    await upsertMapping(transaction, { id: newId(), group_id: groupId, project_id: project?.id ?? null, role });
    await recordAuditEvent(transaction, by, {
      action: "directory.mapping_set",
      subject: { kind: "directory_group", id: groupId, name },
      after: { ...(project && { project: project.slug }), role },
    });
    await applyRoles(transaction, callerFor(deps, companyId, by), await listUsersOfGroup(transaction, groupId));
    return (await listMappings(transaction, companyId, caller.id)).map(present);
  });
}

/** A group of the directory, or one of a provider, which is stored with its first rule. @throws NotFound; Conflict at the limit */
async function groupFor(
  transaction: Db,
  companyId: string,
  target: DirectoryMappingBody["group"],
): Promise<{ readonly id: string; readonly name: string }> {
  if (typeof target === "string") {
    const group = await findDirectoryGroup(transaction, companyId, target);
    if (!group) throw new NotFound(message("directory.group_not_found"));
    return group;
  }
  const { provider: providerId, name } = target;
  const provider = await findSsoProvider(transaction, companyId, providerId);
  if (!provider || provider.groups_claim === "") throw new NotFound(message("directory.provider_without_groups"));
  const existing = await findProviderGroup(transaction, providerId, name);
  if (existing !== undefined) return { id: existing, name };
  if ((await countProviderGroups(transaction, companyId)) >= DIRECTORY_LIMITS.groups) {
    throw new Conflict(message("directory.groups_limit", { max: DIRECTORY_LIMITS.groups }));
  }
  const id = newId();
  await insertDirectoryGroup(transaction, {
    id,
    company_id: companyId,
    provider_id: providerId,
    name,
    external_id: null,
  });
  return { id, name };
}

/** Takes back what a group gives. Roles that were given by hand stay. @throws NotFound; Conflict when no Admin could manage the company any more */
export async function removeMapping(
  deps: ScimDeps,
  companyId: string,
  caller: Principal,
  id: string,
  by: Actor,
): Promise<void> {
  await deps.db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const row = (await listMappings(transaction, companyId, caller.id)).find((mapping) => mapping.id === id);
    if (!row) throw new NotFound(message("directory.mapping_not_found"));
    const users = await listUsersOfGroup(transaction, row.group_id);
    await deleteMapping(transaction, id);
    await deleteUnusedProviderGroup(transaction, row.group_id);
    await recordAuditEvent(transaction, by, {
      action: "directory.mapping_removed",
      subject: { kind: "directory_group", id: row.group_id, name: row.group_name },
      before: { ...(row.slug !== null && { project: row.slug }), role: row.role },
    });
    await applyRoles(transaction, callerFor(deps, companyId, by), users);
  });
}
