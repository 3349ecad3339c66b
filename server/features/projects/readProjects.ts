import type { Project, Repository, Tracker, Wiki } from "../../../contract/projects.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { countOpenIssuesByProject } from "../../db/tables/issues/issues.ts";
import { listProjectCards } from "../../db/tables/projects/projectLists.ts";
import { type SourceRow, listSourcesOfProjects } from "../../db/tables/sources/sources.ts";
import { NotFound } from "../../errors.ts";
import type { Language } from "../../messages/messages.ts";
import { presentSync } from "../sources/presentSync.ts";
import { message } from "../../messages/messages.ts";

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
  const rows = await listProjectCards(db, caller.id, { limit, slug });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sources = await listSourcesOfProjects(db, ids);
  const open = countsIssues ? await countOpenIssuesByProject(db, ids) : null;
  return rows.map((row) => {
    const ofKind = (kind: SourceRow["kind"]): SourceRow[] =>
      sources.filter((source) => source.project_id === row.id && source.kind === kind);
    return {
      slug: row.slug,
      name: row.name,
      created_by: { name: row.creator_name, email: row.creator_email },
      role: row.role,
      repositories: ofKind("repository").map((source) => presentSourceRepository(source, caller.language)),
      trackers: ofKind("tracker").map((source) => presentTracker(source, caller.language)),
      wikis: ofKind("wiki").map((source) => presentWiki(source, caller.language)),
      ...(open && { open_issues: open.get(row.id) ?? 0 }),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  });
}

/** @throws NotFound when there is none, or the caller is not a member */
export async function readProject(db: Db, caller: Principal, slug: string): Promise<Project> {
  const [project] = await listProjects(db, caller, { slug });
  if (!project) throw new NotFound(message("project.not_found"));
  return project;
}

// What a provider is called is checked when the source is linked.
export const presentSourceRepository = (row: SourceRow, language: Language): Repository => ({
  id: row.id,
  provider: row.provider as Repository["provider"],
  url: row.url,
  name: row.name,
  default_branch: row.default_branch,
  visibility: row.visibility,
  ...(row.folders.length > 0 && { folders: row.folders }),
  sync: presentSync(row, language),
});

export const presentTracker = (row: SourceRow, language: Language): Tracker => ({
  id: row.id,
  provider: row.provider as Tracker["provider"],
  url: row.url,
  name: row.name,
  sync: presentSync(row, language),
});

export const presentWiki = (row: SourceRow, language: Language): Wiki => ({
  id: row.id,
  provider: row.provider as Wiki["provider"],
  url: row.url,
  name: row.name,
  sync: presentSync(row, language),
});
