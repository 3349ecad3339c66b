import type { Db } from "../../db/openDb.ts";
import { listCommentsOfPages } from "../../db/tables/pages/pageComments.ts";
import { listPagesAfter, listPageTree } from "../../db/tables/pages/pageStorage.ts";
import type { IndexedPage } from "../../index/tables/pageTable.ts";

const BATCH_SIZE = 100;
const MAX_DEPTH = 50;
/** Where wikis show their blog posts: in the space, by years. */
const BLOG = "Blog";

/** All wiki pages of a project for the index, each with the titles of the pages above it. */
export async function* pageBatches(db: Db, projectId: string): AsyncGenerator<IndexedPage[], void, undefined> {
  const tree = await listPageTree(db, projectId);
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
    const rows = await listPagesAfter(db, projectId, after, BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    const comments = Map.groupBy(await listCommentsOfPages(db, ids), ({ page_id }) => page_id);
    yield rows.map((row) => ({
      id: row.id,
      source: row.source_id,
      title: row.title,
      ancestors:
        row.kind === "blog_post"
          ? [BLOG, String(row.created_at.getUTCFullYear())]
          : above(row.source_id, row.external_id, row.parent_external_id),
      space: row.space_key,
      kind: row.kind,
      body: row.body,
      comments: (comments.get(row.id) ?? []).map(({ body, quote }) => (quote === null ? body : `${quote}\n${body}`)),
      labels: row.labels,
      author: row.author_name,
      url: row.url,
      createdAt: row.created_at.getTime(),
      updatedAt: row.updated_at.getTime(),
    }));
  }
}
