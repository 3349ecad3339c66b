import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { ContributionRow } from "../requests/requestReviews.ts";

/** The part of a page that counts for an account that only commented on it. */
const COMMENT_SHARE = 0.5;

/** Accounts of a page: who wrote its newest version, and who else commented on it. `share`: 1 for writing it. */
const KNOWN_BY = sql<{ page_id: string; account_id: string; at: Date; share: number }>`(
  select id as page_id, author_id as account_id, updated_at as at, 1::float8 as share from pages
  union all
  select c.page_id, c.author_id, max(c.updated_at), ${sql.lit(COMMENT_SHARE)}::float8
  from page_comments c join pages p on p.id = c.page_id
  where c.author_id is distinct from p.author_id group by c.page_id, c.author_id
)`;

/** The newest pages that name these files, with their authors and those of their comments who are no bots. */
export const listPagesOfPaths = (
  db: Db,
  projectId: string,
  paths: readonly string[],
  limit: number,
): Promise<(ContributionRow & { readonly share: number })[]> =>
  db
    .selectFrom("page_paths")
    .innerJoin("git_paths", "git_paths.id", "page_paths.path_id")
    .innerJoin("pages", "pages.id", "page_paths.page_id")
    .innerJoin(KNOWN_BY.as("known"), "known.page_id", "pages.id")
    .innerJoin("accounts", "accounts.id", "known.account_id")
    .select([
      "git_paths.path",
      "pages.title",
      "pages.url",
      "known.at",
      "known.share",
      "accounts.id as account_id",
      "accounts.login",
      "accounts.name",
      "accounts.email",
    ])
    .where("pages.project_id", "=", projectId)
    .where("git_paths.path", "in", [...paths])
    .where("accounts.is_bot", "=", false)
    .orderBy("known.at", "desc")
    .limit(limit)
    .execute();

/** Accounts other than bots that wrote versions of or comments on one page, or all pages of a wiki, with how many and when last. */
export const listWritersOfPages = (db: Db, of: { readonly page: string } | { readonly wiki: string }) =>
  db
    .selectFrom(
      sql<{ page_id: string; author_id: string; created_at: Date; is_version: boolean }>`(
        select page_id, author_id, created_at, true as is_version from page_versions
        union all select page_id, author_id, created_at, false from page_comments
      )`.as("written"),
    )
    .innerJoin("accounts", "accounts.id", "written.author_id")
    .select(["accounts.id", "accounts.login", "accounts.name", "accounts.email", "accounts.avatar_url"])
    .select((select) => [
      select.fn.countAll<number>().filterWhere("written.is_version", "=", true).as("versions"),
      select.fn.countAll<number>().filterWhere("written.is_version", "=", false).as("comments"),
      select.fn.max("written.created_at").as("last_at"),
    ])
    .where("written.page_id", "in", (pages) => {
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
