import type { Db } from "../../db/openDb.ts";
import { deletePageComments, listCommentVersions, upsertPageComments } from "../../db/tables/pages/pageComments.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import type { WikiComment } from "../../sources/connector/wikiTypes.ts";
import { ItemWriter } from "../store/ItemWriter.ts";

const MAX_COMMENT_LENGTH = 200_000;
const MAX_QUOTE_LENGTH = 2000;
const BATCH_SIZE = 500;

/** Stores the comments on the pages of one wiki. */
export class PageCommentWriter extends ItemWriter {
  /** What is stored, by the wiki's id. A comment is on one page; one that has moved is stored with both until the old row is deleted. */
  async versions(db: Db): Promise<Map<string, { readonly version: number; readonly pageId: string }>> {
    const rows = await listCommentVersions(db, this.sourceId);
    return new Map(rows.map(({ external_id, version, page }) => [external_id, { version, pageId: page }]));
  }

  /** @param pages the ids of stored pages by the wiki's ids; a comment on another page is left out */
  async write(tx: Db, comments: readonly WikiComment[], pages: ReadonlyMap<string, string>): Promise<void> {
    const latest = new Map(comments.map((comment) => [comment.externalId, comment]));
    const ours = [...latest.values()].filter(({ pageId }) => pages.has(pageId));
    if (ours.length === 0) return;
    await this.people.intern(
      tx,
      ours.map(({ author }) => author),
    );
    await this.remove(tx, [...latest.keys()]);
    await upsertPageComments(
      tx,
      ours.map((comment) => ({
        page_id: pages.get(comment.pageId) ?? "",
        external_id: comment.externalId,
        kind: comment.kind,
        version: comment.version,
        author_id: this.people.idOf(comment.author),
        quote: comment.quote === null ? null : sanitizeText(comment.quote, MAX_QUOTE_LENGTH),
        body: sanitizeText(comment.body, MAX_COMMENT_LENGTH),
        url: comment.url,
        created_at: comment.createdAt.toISOString(),
        updated_at: comment.updatedAt.toISOString(),
      })),
    );
  }

  async remove(tx: Db, externalIds: readonly string[]): Promise<void> {
    for (let at = 0; at < externalIds.length; at += BATCH_SIZE)
      await deletePageComments(tx, this.sourceId, externalIds.slice(at, at + BATCH_SIZE));
  }
}
