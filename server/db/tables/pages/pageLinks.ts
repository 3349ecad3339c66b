/** What wiki pages name: the tables page_issues, page_paths and page_symbols. */
import type { Insertable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { PageIssuesTable, PagePathsTable, PageSymbolsTable } from "../../schema/wikiSchema.ts";

/** Pages with a greater id, with the texts that may name something. */
export const listPageTextsAfter = (db: Db, projectId: string, after: string, limit: number) =>
  db
    .selectFrom("pages")
    .select(["id", "source_id", "title", "body"])
    .where("project_id", "=", projectId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Paths of the project's repositories. */
export const listPathsOfProject = (db: Db, projectId: string) =>
  db
    .selectFrom("git_paths")
    .innerJoin("sources", "sources.id", "git_paths.source_id")
    .select(["git_paths.id", "git_paths.path"])
    .where("sources.project_id", "=", projectId)
    .execute();

export async function deletePageLinks(db: Db, pageIds: readonly string[]): Promise<void> {
  for (const table of ["page_issues", "page_paths", "page_symbols"] as const) {
    await db
      .deleteFrom(table)
      .where("page_id", "in", [...pageIds])
      .execute();
  }
}

export async function insertPageIssues(db: Db, links: readonly Insertable<PageIssuesTable>[]): Promise<void> {
  await insertRows(db, "page_issues", links, { onConflict: "ignore" });
}

export async function insertPagePaths(db: Db, links: readonly Insertable<PagePathsTable>[]): Promise<void> {
  await insertRows(db, "page_paths", links, { onConflict: "ignore" });
}

export async function insertPageSymbols(db: Db, links: readonly Insertable<PageSymbolsTable>[]): Promise<void> {
  await insertRows(db, "page_symbols", links, { onConflict: "ignore" });
}
