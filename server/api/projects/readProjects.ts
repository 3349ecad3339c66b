import type { Selectable } from "kysely";
import type { Project, Repository, Tracker, Wiki } from "../../../contract/projects.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import type { SourcesTable } from "../../db/tables.ts";
import { NotFound } from "../../errors.ts";
import type { Language } from "../../mail/emailTemplates.ts";
import { presentSync } from "../../sources/presentSync.ts";
import { syncInLanguage } from "../translations/translate.ts";

type SourceRow = Selectable<SourcesTable>;

/** The caller's projects, last changed first. */
export async function listProjects(
  db: Db,
  caller: Principal,
  {
    limit,
    slug,
    countsIssues = false,
  }: { readonly limit?: number; readonly slug?: string; readonly countsIssues?: boolean } = {},
): Promise<Project[]> {
  const rows = await db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .innerJoin("users as creator", "creator.id", "projects.created_by")
    .select([
      "projects.id",
      "projects.slug",
      "projects.name",
      "projects.created_at",
      "projects.updated_at",
      "project_members.role",
      "creator.name as creator_name",
      "creator.email as creator_email",
    ])
    .where("project_members.user_id", "=", caller.id)
    .$if(slug !== undefined, (query) => query.where("projects.slug", "=", slug ?? ""))
    .orderBy("projects.updated_at", "desc")
    .orderBy("projects.id")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sources = await db
    .selectFrom("sources")
    .selectAll()
    .where("project_id", "in", ids)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const open = countsIssues ? await countOpenIssues(db, ids) : null;
  return rows.map((row) => {
    const own = (kind: SourceRow["kind"]): SourceRow[] =>
      sources.filter((source) => source.project_id === row.id && source.kind === kind);
    return {
      slug: row.slug,
      name: row.name,
      created_by: { name: row.creator_name, email: row.creator_email },
      role: row.role,
      repositories: own("repository").map((source) => presentRepository(source, caller.language)),
      trackers: own("tracker").map((source) => presentTracker(source, caller.language)),
      wikis: own("wiki").map((source) => presentWiki(source, caller.language)),
      ...(open && { open_issues: open.get(row.id) ?? 0 }),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  });
}

async function countOpenIssues(db: Db, projectIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("issues")
    .select("project_id")
    .select((select) => select.fn.countAll<number>().as("open"))
    .where("project_id", "in", projectIds)
    .where("state", "=", "open")
    .groupBy("project_id")
    .execute();
  return new Map(rows.map(({ project_id, open }) => [project_id, Number(open)]));
}

/** @throws NotFound when there is none, or the caller is not a member */
export async function readProject(db: Db, caller: Principal, slug: string): Promise<Project> {
  const [project] = await listProjects(db, caller, { slug });
  if (!project) throw new NotFound("There is no such project.");
  return project;
}

// What a provider is called is checked when the source is linked.
export const presentRepository = (row: SourceRow, language: Language): Repository => ({
  id: row.id,
  provider: row.provider as Repository["provider"],
  url: row.url,
  name: row.name,
  default_branch: row.default_branch,
  visibility: row.visibility,
  sync: syncInLanguage(presentSync(row), language),
});

export const presentTracker = (row: SourceRow, language: Language): Tracker => ({
  id: row.id,
  provider: row.provider as Tracker["provider"],
  url: row.url,
  name: row.name,
  sync: syncInLanguage(presentSync(row), language),
});

export const presentWiki = (row: SourceRow, language: Language): Wiki => ({
  id: row.id,
  provider: row.provider as Wiki["provider"],
  url: row.url,
  name: row.name,
  sync: syncInLanguage(presentSync(row), language),
});
