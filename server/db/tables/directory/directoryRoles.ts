/** Roles that groups of a directory give. A role that was given by hand stays next to them, and the higher one counts. */
import { sql } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";
import { memberUser } from "../projects/projectMembers.ts";

/** From the highest; a place in it is a rank. */
const RANKS = sql`array['Owner', 'Maintainer', 'Developer', 'Viewer']`;

/** The highest role that groups give each of these active users in each project of the company. */
const granted = (companyId: string, userIds: readonly string[]) => sql`
  select gm.user_id, m.project_id, (${RANKS})[min(array_position(${RANKS}, m.role))] as role
  from directory_group_members gm
  join directory_mappings m on m.group_id = gm.group_id
  join projects p on p.id = m.project_id and p.company_id = ${companyId}
  join users u on u.id = gm.user_id and u.company_id = ${companyId}
  where gm.user_id = ${anyOf(userIds)}
  group by gm.user_id, m.project_id`;

export interface ChangedMember {
  readonly project_id: string;
  readonly user_id: string;
  readonly role: "Owner" | "Maintainer" | "Developer" | "Viewer";
}

export interface ChangedMembers {
  readonly added: readonly ChangedMember[];
  readonly changed: readonly ChangedMember[];
  readonly removed: readonly ChangedMember[];
}

/** Makes the members of a company's projects what its groups say of these users. A role that was given by hand is never lowered. */
export async function applyProjectRoles(
  db: Db,
  companyId: string,
  userIds: readonly string[],
): Promise<ChangedMembers> {
  const desired = granted(companyId, userIds);
  // A closed membership follows its groups as an open one does.
  const user = sql`m.member_user_id`;
  const isOver = sql`
    ${user} = ${anyOf(userIds)} and m.directory_role is not null
    and exists (select from projects p where p.id = m.project_id and p.company_id = ${companyId})
    and not exists (select from (${desired}) d where d.user_id = ${user} and d.project_id = m.project_id)`;
  const removed = await sql<ChangedMember>`
    delete from project_members m where ${isOver} and m.hand_role is null
    returning m.project_id, ${user} as user_id, m.role`.execute(db);
  const returned = await sql<ChangedMember>`
    update project_members m set role = m.hand_role, directory_role = null, hand_role = null
    where ${isOver} and m.hand_role is not null
    returning m.project_id, ${user} as user_id, m.role`.execute(db);
  const manualRole = sql`case when m.directory_role is null then m.role else m.hand_role end`;
  const changed = await sql<ChangedMember>`
    update project_members m set
      directory_role = d.role, hand_role = ${manualRole},
      role = (${RANKS})[least(array_position(${RANKS}, d.role), array_position(${RANKS}, ${manualRole}))]
    from (${desired}) d
    where d.user_id = ${user} and d.project_id = m.project_id and m.directory_role is distinct from d.role
    returning m.project_id, ${user} as user_id, m.role`.execute(db);
  const added = await sql<ChangedMember>`
    insert into project_members (id, project_id, user_id, email, role, directory_role)
    select gen_random_uuid()::text, d.project_id, d.user_id, u.email, d.role, d.role
    from (${desired}) d join users u on u.id = d.user_id
    on conflict do nothing returning project_id, member_user_id as user_id, role`.execute(db);
  return { added: added.rows, changed: [...returned.rows, ...changed.rows], removed: removed.rows };
}

/**
 * Makes Admins of those users whom a group makes one, and takes that back from others. An Admin who may use a password where single sign-on is
 * required was named by hand and stays one.
 * @returns users whose role has changed
 */
export async function applyCompanyRoles(
  db: Db,
  companyId: string,
  userIds: readonly string[],
): Promise<{ readonly id: string; readonly email: string; readonly role: "Admin" | "Member" }[]> {
  const isAdmin = sql`exists (
    select from directory_group_members gm
    join directory_mappings m on m.group_id = gm.group_id
    join directory_groups g on g.id = gm.group_id and g.company_id = ${companyId}
    where gm.user_id = u.id and m.role = 'Admin')`;
  const isOne = sql`u.company_id = ${companyId} and u.id = ${anyOf(userIds)}`;
  const { rows: before } = await sql<{ id: string; role: "Admin" | "Member" }>`
    select id, company_role as role from users u where ${isOne}`.execute(db);
  const { rows } = await sql<{ id: string; email: string; role: "Admin" | "Member" }>`
    update users u set
      hand_role = case when ${isAdmin} then coalesce(u.hand_role, u.company_role) end,
      company_role = case when ${isAdmin} or u.keeps_password then 'Admin' else u.hand_role end
    where ${isOne} and (u.hand_role is not null or ${isAdmin})
    returning u.id, u.email, u.company_role as role`.execute(db);
  const roles = new Map(before.map(({ id, role }) => [id, role]));
  return rows.filter(({ id, role }) => roles.get(id) !== role);
}

/** The users of a group. */
export async function listUsersOfGroup(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("directory_group_members")
    .select("user_id")
    .where("group_id", "=", groupId)
    .execute();
  return rows.map(({ user_id: id }) => id);
}

/** Those of these projects without an Owner who has an account. One whose membership is closed is an Owner: it may open again. */
export async function listOwnerlessProjects(db: Db, projectIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("projects")
    .select("id")
    .where("id", "=", anyOf(projectIds))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("project_members")
            .select("project_members.id")
            .whereRef("project_members.project_id", "=", "projects.id")
            .where("project_members.role", "=", "Owner")
            .where(memberUser, "is not", null),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Slugs and names of projects. */
export const listProjectLabels = (db: Db, projectIds: readonly string[]) =>
  db.selectFrom("projects").select(["id", "slug", "name"]).where("id", "=", anyOf(projectIds)).execute();
