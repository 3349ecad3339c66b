/** Groups that identity providers name. Only those that give a role are stored. */
import { sql } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";

/** The id of a provider's group of exactly this name; undefined without one. */
export async function findProviderGroup(db: Db, providerId: string, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("directory_groups")
    .select("id")
    .where("provider_id", "=", providerId)
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.id;
}

/** How many groups of all its providers a company has. */
export async function countProviderGroups(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("directory_groups")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("provider_id", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes a provider's group that gives no role any more. A directory's group stays. */
export async function deleteUnusedProviderGroup(db: Db, groupId: string): Promise<void> {
  await db
    .deleteFrom("directory_groups")
    .where("id", "=", groupId)
    .where("provider_id", "is not", null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("directory_mappings")
            .select("directory_mappings.id")
            .whereRef("directory_mappings.group_id", "=", "directory_groups.id"),
        ),
      ),
    )
    .execute();
}

/** Takes a user out of a provider's groups other than these. */
export async function deleteOtherProviderGroups(
  db: Db,
  providerId: string,
  userId: string,
  names: readonly string[],
): Promise<void> {
  await sql`
    delete from directory_group_members gm using directory_groups g
    where g.id = gm.group_id and g.provider_id = ${providerId} and gm.user_id = ${userId}
      and not (g.name = ${anyOf(names)})`.execute(db);
}

/** Makes a user a member of those of these groups of a provider that are stored. */
export async function insertProviderGroups(
  db: Db,
  providerId: string,
  userId: string,
  names: readonly string[],
): Promise<void> {
  await sql`
    insert into directory_group_members (group_id, user_id)
    select id, ${userId} from directory_groups where provider_id = ${providerId} and name = ${anyOf(names)}
    on conflict do nothing`.execute(db);
}

/** Empties all groups of a provider. @returns who was a member */
export async function deleteProviderMembers(db: Db, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from directory_group_members gm using directory_groups g
    where g.id = gm.group_id and g.provider_id = ${providerId} returning gm.user_id`.execute(db);
  return [...new Set(rows.map(({ user_id: id }) => id))];
}

/** Takes a user who leaves a company out of all groups of providers. */
export async function deleteProviderGroupsOfUser(db: Db, userId: string): Promise<void> {
  await sql`
    delete from directory_group_members gm using directory_groups g
    where g.id = gm.group_id and g.provider_id is not null and gm.user_id = ${userId}`.execute(db);
}
