import type { Db } from "../openDb.ts";
import type { ContributionRow } from "./requestReviews.ts";

/** The newest pages that name these files, with their authors who are no bots. */
export const listPagesOfPaths = (
  db: Db,
  projectId: string,
  paths: readonly string[],
  limit: number,
): Promise<ContributionRow[]> =>
  db
    .selectFrom("page_paths")
    .innerJoin("git_paths", "git_paths.id", "page_paths.path_id")
    .innerJoin("pages", "pages.id", "page_paths.page_id")
    .innerJoin("people", "people.id", "pages.author_id")
    .select([
      "git_paths.path",
      "pages.title",
      "pages.url",
      "pages.updated_at as at",
      "people.id as person_id",
      "people.login",
      "people.name",
      "people.email",
    ])
    .where("pages.project_id", "=", projectId)
    .where("git_paths.path", "in", [...paths])
    .where("people.is_bot", "=", false)
    .orderBy("pages.updated_at", "desc")
    .limit(limit)
    .execute();

/** Accounts other than bots that wrote versions of one page, or of all pages of a wiki, with how many and when last. */
export const listWritersOfPages = (db: Db, of: { readonly page: string } | { readonly wiki: string }) =>
  db
    .selectFrom("page_versions")
    .innerJoin("people", "people.id", "page_versions.author_id")
    .select(["people.id", "people.login", "people.name", "people.email", "people.avatar_url"])
    .select((select) => [
      select.fn.countAll<number>().as("versions"),
      select.fn.max("page_versions.created_at").as("last_at"),
    ])
    .where("page_versions.page_id", "in", (pages) => {
      const ids = pages.selectFrom("pages").select("pages.id");
      return "page" in of ? ids.where("pages.id", "=", of.page) : ids.where("pages.source_id", "=", of.wiki);
    })
    .where("people.is_bot", "=", false)
    .groupBy(["people.id", "people.login", "people.name", "people.email", "people.avatar_url"])
    .execute();

/** Ids of the issues that a page names. */
export async function listIssuesOfPage(db: Db, pageId: string): Promise<string[]> {
  const rows = await db.selectFrom("page_issues").select("issue_id").where("page_id", "=", pageId).execute();
  return rows.map(({ issue_id }) => issue_id);
}

/** Files that a page names by path, with their source. */
export const listPathsOfPage = (db: Db, pageId: string) =>
  db
    .selectFrom("page_paths")
    .innerJoin("git_paths", "git_paths.id", "page_paths.path_id")
    .select(["git_paths.source_id as source", "git_paths.path"])
    .where("page_paths.page_id", "=", pageId)
    .orderBy("git_paths.path")
    .execute();

/** Definitions that a page names, with the file of each. */
export const listSymbolsOfPage = (db: Db, pageId: string) =>
  db
    .selectFrom("page_symbols")
    .select(["source_id as source", "path", "name"])
    .where("page_id", "=", pageId)
    .orderBy("path")
    .orderBy("name")
    .execute();
