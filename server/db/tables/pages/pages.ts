import type { Db } from "../../openDb.ts";
import type { ContributionRow } from "../requests/requestReviews.ts";

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
    .innerJoin("accounts", "accounts.id", "pages.author_id")
    .select([
      "git_paths.path",
      "pages.title",
      "pages.url",
      "pages.updated_at as at",
      "accounts.id as account_id",
      "accounts.login",
      "accounts.name",
      "accounts.email",
    ])
    .where("pages.project_id", "=", projectId)
    .where("git_paths.path", "in", [...paths])
    .where("accounts.is_bot", "=", false)
    .orderBy("pages.updated_at", "desc")
    .limit(limit)
    .execute();

/** Accounts other than bots that wrote versions of one page, or of all pages of a wiki, with how many and when last. */
export const listWritersOfPages = (db: Db, of: { readonly page: string } | { readonly wiki: string }) =>
  db
    .selectFrom("page_versions")
    .innerJoin("accounts", "accounts.id", "page_versions.author_id")
    .select(["accounts.id", "accounts.login", "accounts.name", "accounts.email", "accounts.avatar_url"])
    .select((select) => [
      select.fn.countAll<number>().as("versions"),
      select.fn.max("page_versions.created_at").as("last_at"),
    ])
    .where("page_versions.page_id", "in", (pages) => {
      const ids = pages.selectFrom("pages").select("pages.id");
      return "page" in of ? ids.where("pages.id", "=", of.page) : ids.where("pages.source_id", "=", of.wiki);
    })
    .where("accounts.is_bot", "=", false)
    .groupBy(["accounts.id", "accounts.login", "accounts.name", "accounts.email", "accounts.avatar_url"])
    .execute();

/** Ids of the issues that a page names, the newest first. */
export async function listIssuesOfPage(db: Db, pageId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("page_issues")
    .innerJoin("issues", "issues.id", "page_issues.issue_id")
    .select("page_issues.issue_id")
    .where("page_issues.page_id", "=", pageId)
    .orderBy("issues.updated_at", "desc")
    .orderBy("issues.id")
    .limit(limit)
    .execute();
  return rows.map(({ issue_id }) => issue_id);
}

/** Files that a page names by path, with their source. */
export const listPathsOfPage = (db: Db, pageId: string, limit: number) =>
  db
    .selectFrom("page_paths")
    .innerJoin("git_paths", "git_paths.id", "page_paths.path_id")
    .select(["git_paths.source_id as source", "git_paths.path"])
    .where("page_paths.page_id", "=", pageId)
    .orderBy("git_paths.path")
    .limit(limit)
    .execute();

/** Definitions that a page names, with the file of each. */
export const listSymbolsOfPage = (db: Db, pageId: string, limit: number) =>
  db
    .selectFrom("page_symbols")
    .select(["source_id as source", "path", "name"])
    .where("page_id", "=", pageId)
    .orderBy("path")
    .orderBy("name")
    .limit(limit)
    .execute();
