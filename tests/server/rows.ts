/** Rows for tests that do not care how they came to be. */
import { newId } from "../../server/db/newId.ts";
import type { Insertable, Selectable } from "kysely";
import type { Db } from "../../server/db/openDb.ts";
import type { ProjectMembersTable } from "../../server/db/schema/schema.ts";
import type { CompaniesTable, UsersTable } from "../../server/db/schema/accessSchema.ts";
import type { AccountsTable, IssuesTable } from "../../server/db/schema/trackerSchema.ts";
import { type Manifest, encodeManifest } from "../../server/index/manifest.ts";

interface NewCompany {
  readonly id?: string;
  readonly plan?: CompaniesTable["plan"];
  readonly status?: CompaniesTable["subscription_status"];
  readonly trialEndsAt?: Date | null;
}

export async function addCompany(
  db: Db,
  { id = newId(), plan = "Premium", status = "active", trialEndsAt = null }: NewCompany = {},
): Promise<string> {
  await db
    .insertInto("companies")
    .values({ id, name: "Ariadne Ltd", plan, subscription_status: status, trial_ends_at: trialEndsAt })
    .execute();
  return id;
}

interface NewUser {
  readonly companyId: string | null;
  readonly email?: string;
  readonly name?: string;
  readonly role?: UsersTable["company_role"];
  readonly passwordHash?: string;
}

export async function addUser(db: Db, { companyId, ...given }: NewUser): Promise<string> {
  const id = newId();
  await db
    .insertInto("users")
    .values({
      id,
      email: given.email ?? `${id}@example.org`,
      name: given.name ?? "Test User",
      password_hash: given.passwordHash ?? "none",
      language: "EN",
      company_id: companyId,
      company_role: given.role ?? "Member",
      verified_at: null,
    })
    .execute();
  return id;
}

interface NewProject {
  readonly companyId: string;
  readonly ownerId: string;
  readonly slug?: string;
}

export async function addProject(db: Db, { companyId, ownerId, slug = newId() }: NewProject): Promise<string> {
  const id = newId();
  await db
    .insertInto("projects")
    .values({ id, slug, name: slug, company_id: companyId, created_by: ownerId, updated_at: new Date() })
    .execute();
  await addMember(db, id, ownerId, "Owner");
  return id;
}

export async function addMember(
  db: Db,
  projectId: string,
  userId: string,
  role: ProjectMembersTable["role"],
): Promise<void> {
  const { email } = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
  await db
    .insertInto("project_members")
    .values({ id: newId(), project_id: projectId, user_id: userId, email, role })
    .execute();
}

/** Inserts memberships that were read before, without the column that the database computes. */
export async function restoreMembers(db: Db, members: readonly Selectable<ProjectMembersTable>[]): Promise<void> {
  const rows = members.map((member) => {
    const { member_user_id: _, ...row } = member;
    return row;
  });
  await db.insertInto("project_members").values(rows).execute();
}

/** Common columns of a synced, idle source; name, address and time of the sync are its own. */
export const READ_SOURCE = {
  default_branch: "main",
  visibility: "public",
  secret_id: null,
  cursor: null,
  sync_state: "ready",
  sync_step: null,
  sync_done: 0,
  sync_total: null,
  sync_error: null,
  sync_items: 1,
} as const;

/** A repository before its first sync. */
export async function addSource(db: Db, projectId: string, url = "https://example.org/loom.git"): Promise<string> {
  const id = newId();
  await db
    .insertInto("sources")
    .values({
      ...READ_SOURCE,
      id,
      project_id: projectId,
      kind: "repository",
      provider: "git",
      url,
      name: "loom",
      sync_finished_at: null,
      sync_items: 0,
    })
    .execute();
  return id;
}

/** A credential that nothing can open. */
export async function addSecret(db: Db, companyId: string, id = "secret"): Promise<void> {
  await db
    .insertInto("secrets")
    .values({ id, company_id: companyId, cipher: Buffer.from("x") })
    .execute();
}

/** Stores the index of a project. */
export async function addManifest(db: Db, projectId: string, manifest: Manifest, at = new Date()): Promise<void> {
  await db
    .insertInto("artifacts")
    .values({
      project_id: projectId,
      generation: 1,
      format_version: 1,
      updated_at: at,
      manifest: encodeManifest(manifest),
    })
    .execute();
}

type AccountRow = Insertable<AccountsTable>;

/** An account at a host, of a person without an address or a picture. */
export const accountRow = (
  row: Pick<AccountRow, "id" | "source_id" | "external_id" | "login" | "name"> & Partial<AccountRow>,
): AccountRow => ({ email: null, avatar_url: null, is_bot: false, ...row });

type IssueRow = Insertable<IssuesTable>;

/** An open issue without an author, text and labels. */
export const issueRow = (
  row: Pick<IssueRow, "id" | "source_id" | "project_id" | "number" | "title" | "created_at"> & Partial<IssueRow>,
): IssueRow => ({
  external_id: String(row.number),
  key: `#${row.number}`,
  body: "",
  state: "open",
  url: `https://example.org/${row.number}`,
  author_id: null,
  labels: "[]",
  comments_count: 0,
  updated_at: row.created_at,
  closed_at: null,
  ...row,
});
