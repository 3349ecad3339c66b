/** The people of a project. Somebody without an account is expected by the address until they register. */
import type { ProjectUser } from "../../../contract/projects.ts";
import type { ProjectRole } from "../../access/policy.ts";
import type { Caller } from "../../access/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { publish } from "../../events/publish.ts";

/** What somebody may do who was added by address alone. */
const FIRST_ROLE: ProjectRole = "Developer";

interface ProjectName {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly companyId: string;
}

/** Everybody of a project, by name; those who are still expected come last. `id` is the person's, or the expectation's. */
export async function listMembers(db: Db, projectId: string): Promise<ProjectUser[]> {
  const rows = await db
    .selectFrom("project_members")
    .leftJoin("users", "users.id", "project_members.user_id")
    .select([
      "project_members.id",
      "project_members.user_id",
      "project_members.email",
      "project_members.role",
      "users.name",
      "users.email as user_email",
    ])
    .where("project_members.project_id", "=", projectId)
    .orderBy("users.name", (order) => order.asc().nullsLast())
    .orderBy("project_members.email")
    .execute();
  return rows.map((row) => ({
    id: row.user_id ?? row.id,
    name: row.name ?? "",
    email: row.user_email ?? row.email,
    role: row.role,
    pending: row.user_id === null,
  }));
}

/** Adds people by their addresses. Who is there already stays as they are. Those of the company are told at once. */
export async function addMembers(
  transaction: Db,
  by: Pick<Caller, "id" | "name">,
  project: ProjectName,
  emails: readonly string[],
): Promise<void> {
  const wanted = [...new Set(emails)];
  if (wanted.length === 0) return;
  const users = await transaction
    .selectFrom("users")
    .select(["id", "email"])
    .where("email", "in", wanted)
    .where("company_id", "=", project.companyId)
    .execute();
  const idOf = new Map(users.map((user) => [user.email, user.id]));
  for (const email of wanted) {
    const userId = idOf.get(email) ?? null;
    const added = await transaction
      .insertInto("project_members")
      .values({ id: newId(), project_id: project.id, user_id: userId, email, role: FIRST_ROLE })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added || userId === null) continue;
    await publish(transaction, {
      userId,
      type: "member.added",
      title: `${by.name} added you to ${project.name}`,
      project: project.slug,
      href: `/projects/${project.slug}`,
      data: { role: FIRST_ROLE },
    });
  }
}

/**
 * Removes people by their addresses. Addresses that nobody has are passed over.
 * @throws Conflict when no Owner would be left
 */
export async function removeMembers(db: Db, project: ProjectName, emails: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const members = await listMembers(transaction, project.id);
    const leaving = new Set(emails);
    const gone = members.filter((member) => leaving.has(member.email));
    if (!members.some((member) => isOwner(member) && !gone.includes(member))) throw lastOwner();
    for (const member of gone) {
      await transaction
        .deleteFrom("project_members")
        .where("project_id", "=", project.id)
        .where((is) => (member.pending ? is("id", "=", member.id) : is("user_id", "=", member.id)))
        .execute();
      if (member.pending) continue;
      await publish(transaction, {
        userId: member.id,
        type: "project.removed",
        title: `You were removed from ${project.name}`,
        project: project.slug,
      });
    }
  });
}

/** @throws NotFound; Conflict for the last Owner; Invalid when an expected person would become Owner */
export async function changeMemberRole(
  db: Db,
  project: ProjectName,
  memberId: string,
  role: ProjectRole,
): Promise<ProjectUser> {
  return db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const members = await listMembers(transaction, project.id);
    const member = members.find(({ id }) => id === memberId);
    if (!member) throw new NotFound("There is no such person in this project.");
    if (member.pending && role === "Owner") {
      throw new Invalid({ role: ["Somebody without an account cannot be Owner"] });
    }
    const others = members.filter(({ id }) => id !== memberId);
    if (role !== "Owner" && !others.some(isOwner)) throw lastOwner();
    await transaction
      .updateTable("project_members")
      .set({ role })
      .where("project_id", "=", project.id)
      .where((is) => (member.pending ? is("id", "=", memberId) : is("user_id", "=", memberId)))
      .execute();
    return { ...member, role };
  });
}

const isOwner = (member: ProjectUser): boolean => member.role === "Owner" && !member.pending;
const lastOwner = (): Conflict => new Conflict("A project needs at least one Owner.");

/** Two Owners who remove each other at the same moment must not both succeed. */
async function lockProject(transaction: Db, projectId: string): Promise<void> {
  await transaction.selectFrom("projects").select("id").where("id", "=", projectId).forUpdate().execute();
}
