import type { Db } from "../../db/openDb.ts";
import { deleteItemsByExternalIds } from "../../db/tables/issues/issueStorage.ts";
import {
  insertPageVersions,
  listPageExtras,
  listPageIds,
  listPageVersions,
  updatePagePlace,
  upsertPages,
} from "../../db/tables/pages/pageStorage.ts";
import type { PageKind } from "../../../contract/documents/pageKinds.ts";
import type { WikiEntry, WikiExtras, WikiItem, WikiPage } from "../../sources/connector/wikiTypes.ts";
import { ItemWriter } from "../store/ItemWriter.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";

export const MAX_PAGE_BODY_LENGTH = 2_000_000;
const MAX_TITLE_LENGTH = 2000;
const MAX_LABEL_LENGTH = 300;
const MAX_ATTACHMENT_LENGTH = 500;

export interface StoredPage {
  readonly kind: PageKind;
  readonly version: number;
  readonly parentId: string | null;
  readonly position: number;
  readonly title: string;
}

const titleOf = (title: string): string => sanitizeText(title, MAX_TITLE_LENGTH);

/** Whether an entry of the wiki's list differs from what is stored. */
export const isChanged = (entry: WikiEntry, stored: StoredPage | undefined): boolean =>
  stored?.version !== entry.version ||
  stored.kind !== entry.kind ||
  (entry.title !== undefined && stored.title !== titleOf(entry.title));

/** Stores the pages of one wiki. */
export class PageWriter extends ItemWriter {
  /** What is stored, by the wiki's id. */
  async versions(db: Db): Promise<Map<string, StoredPage>> {
    const rows = await listPageVersions(db, this.sourceId);
    return new Map(
      rows.map((row) => [
        row.external_id,
        {
          kind: row.kind,
          version: row.version,
          parentId: row.parent_external_id,
          position: row.position,
          title: row.title,
        },
      ]),
    );
  }

  /** Stored pages that have other labels or attachments than these. */
  async withOtherExtras(db: Db, { labels, attachments }: WikiExtras): Promise<WikiItem[]> {
    const rows = await listPageExtras(db, this.sourceId);
    const differ = (stored: readonly string[], hostValues: readonly string[] = [], longest: number): boolean =>
      new Set(stored).symmetricDifference(new Set(hostValues.map((text) => sanitizeText(text, longest)))).size > 0;
    return rows
      .filter(
        (row) =>
          (labels && differ(row.labels, labels.get(row.external_id), MAX_LABEL_LENGTH)) ||
          (attachments && differ(row.attachments, attachments.get(row.external_id), MAX_ATTACHMENT_LENGTH)),
      )
      .map(({ external_id, kind }) => ({ externalId: external_id, kind }));
  }

  async write(tx: Db, pages: readonly WikiPage[]): Promise<void> {
    const latest = new Map(pages.map((page) => [page.externalId, page]));
    if (latest.size === 0) return;
    const ours = [...latest.values()];
    await this.people.intern(
      tx,
      ours.flatMap(({ author, versions }) => [author, ...versions.map((version) => version.author)]),
    );
    await upsertPages(
      tx,
      ours.map((page) => ({
        ...this.columnsOf(page),
        kind: page.kind,
        space_key: page.spaceKey,
        space_name: sanitizeText(page.spaceName, 500),
        parent_external_id: page.parentId,
        position: page.position,
        title: titleOf(page.title),
        version: page.version,
        author_id: this.people.idOf(page.author),
        labels: JSON.stringify(page.labels.map((label) => sanitizeText(label, MAX_LABEL_LENGTH))),
        attachments: JSON.stringify(page.attachments.map((name) => sanitizeText(name, MAX_ATTACHMENT_LENGTH))),
        body: sanitizeText(page.body, MAX_PAGE_BODY_LENGTH),
        url: page.url,
      })),
    );
    const rows = await listPageIds(tx, this.sourceId, [...latest.keys()]);
    const ids = new Map(rows.map(({ id, external_id }) => [external_id, id]));
    await insertPageVersions(
      tx,
      ours.flatMap((page) =>
        [...new Map(page.versions.map((version) => [version.number, version])).values()].map((version) => ({
          page_id: ids.get(page.externalId) ?? "",
          number: version.number,
          author_id: this.people.idOf(version.author),
          created_at: version.createdAt.toISOString(),
        })),
      ),
    );
  }

  /** A page that was moved keeps its version. */
  async move(tx: Db, entries: readonly WikiEntry[]): Promise<void> {
    for (const { externalId, parentId, position } of entries) {
      await updatePagePlace(tx, this.sourceId, externalId, { parent_external_id: parentId, position });
    }
  }

  async remove(tx: Db, externalIds: readonly string[]): Promise<void> {
    for (let at = 0; at < externalIds.length; at += 500) {
      await deleteItemsByExternalIds(tx, "pages", this.sourceId, externalIds.slice(at, at + 500));
    }
  }
}
