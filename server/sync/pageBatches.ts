import type { Db } from "../db/openDb.ts";
import type { IndexedPage } from "../index/pageTable.ts";

const BATCH_SIZE = 100;
const MAX_DEPTH = 50;

/** All wiki pages of a project for the index, each with the titles of the pages above it. */
export async function* pageBatches(db: Db, projectId: string): AsyncGenerator<IndexedPage[], void, undefined> {
  const tree = await db
    .selectFrom("pages")
    .select(["source_id", "external_id", "parent_external_id", "title"])
    .where("project_id", "=", projectId)
    .execute();
  const pages = new Map(tree.map((row) => [`${row.source_id} ${row.external_id}`, row]));
  const above = (source: string, id: string, parent: string | null): string[] => {
    const titles: string[] = [];
    // A page that moved while the list was read may be its own ancestor.
    const seen = new Set([id]);
    for (let at = parent; at !== null && titles.length < MAX_DEPTH && !seen.has(at);) {
      seen.add(at);
      const page = pages.get(`${source} ${at}`);
      if (!page) break;
      titles.unshift(page.title);
      at = page.parent_external_id;
    }
    return titles;
  };
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("pages")
      .leftJoin("people", "people.id", "pages.author_id")
      .selectAll("pages")
      .select("people.name as author_name")
      .where("pages.project_id", "=", projectId)
      .where("pages.id", ">", after)
      .orderBy("pages.id")
      .limit(BATCH_SIZE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows.map((row) => ({
      id: row.id,
      source: row.source_id,
      title: row.title,
      ancestors: above(row.source_id, row.external_id, row.parent_external_id),
      space: row.space_key,
      body: row.body,
      labels: row.labels,
      author: row.author_name,
      url: row.url,
      createdAt: row.created_at.getTime(),
      updatedAt: row.updated_at.getTime(),
    }));
  }
}
