/** Pages of resources, for a list by GET and a search by POST (RFC 7644, sections 3.4.2 and 3.4.3). */
import { countDirectoryGroups, listDirectoryGroups } from "../../db/tables/directory/directoryGroups.ts";
import { countDirectoryUsers, listDirectoryUsers } from "../../db/tables/directory/directoryUsers.ts";
import type { Db } from "../../db/openDb.ts";
import type { DirectoryCaller } from "./DirectoryCaller.ts";
import { groupCondition, userCondition } from "./filterConditions.ts";
import { presentScimGroup } from "./groupResource.ts";
import { storedGroups } from "./groups.ts";
import { returns, type ScimQuery, selectAttributes } from "./scimQuery.ts";
import { type ScimObject, LIST_SCHEMA } from "./scimSchemas.ts";
import { presentScimUser } from "./userResource.ts";
import { storedUsers } from "./users.ts";

/** Pages of groups with their members are shorter. */
const GROUPS_WITH_MEMBERS = 5;

type Of = Pick<DirectoryCaller, "companyId" | "base">;

interface Part {
  readonly total: number;
  readonly resources: readonly ScimObject[];
}

/** A list as an answer has it. */
export const listOf = (resources: readonly ScimObject[], total: number, startIndex: number): ScimObject => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  itemsPerPage: resources.length,
  startIndex,
  Resources: resources,
});

async function usersAt(db: Db, { companyId, base }: Of, query: ScimQuery, offset: number): Promise<Part> {
  const condition = userCondition(query.filter);
  const total = await countDirectoryUsers(db, companyId, condition);
  const page = { offset, limit: query.count };
  const rows = query.count === 0 ? [] : await listDirectoryUsers(db, companyId, condition, page);
  const users = await storedUsers(db, rows, returns(query, "groups"));
  return { total, resources: users.map((user) => selectAttributes(presentScimUser(base, user), query)) };
}

async function groupsAt(db: Db, { companyId, base }: Of, query: ScimQuery, offset: number): Promise<Part> {
  const condition = groupCondition(query.filter);
  const total = await countDirectoryGroups(db, companyId, condition);
  const members = returns(query, "members");
  const limit = members ? Math.min(query.count, GROUPS_WITH_MEMBERS) : query.count;
  const rows = limit === 0 ? [] : await listDirectoryGroups(db, companyId, condition, { offset, limit });
  const groups = await storedGroups(db, rows, members);
  return { total, resources: groups.map((group) => selectAttributes(presentScimGroup(base, group), query)) };
}

/** @throws ScimError for a filter that cannot be read */
export async function pageOfUsers(db: Db, of: Of, query: ScimQuery): Promise<ScimObject> {
  const { total, resources } = await usersAt(db, of, query, query.startIndex - 1);
  return listOf(resources, total, query.startIndex);
}

/** @throws ScimError for a filter that cannot be read */
export async function pageOfGroups(db: Db, of: Of, query: ScimQuery): Promise<ScimObject> {
  const { total, resources } = await groupsAt(db, of, query, query.startIndex - 1);
  return listOf(resources, total, query.startIndex);
}

/** Users, then groups. @throws ScimError for a filter that cannot be read */
export async function pageOfBoth(db: Db, of: Of, query: ScimQuery): Promise<ScimObject> {
  const offset = query.startIndex - 1;
  const users = await usersAt(db, of, query, offset);
  const rest = { ...query, count: query.count - users.resources.length };
  const groups = await groupsAt(db, of, rest, Math.max(0, offset - users.total));
  return listOf([...users.resources, ...groups.resources], users.total + groups.total, query.startIndex);
}
