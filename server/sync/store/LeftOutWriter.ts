import type { LeftOutKind } from "../../../contract/sources/leftOut.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteCommentsByExternalIds, deleteItemsByExternalIds } from "../../db/tables/issues/issueStorage.ts";
import {
  countLeftOut,
  deleteLeftOut,
  deleteLeftOutComments,
  type LeftOutSubject,
  listLeftOutIds,
  listRestrictedPageVersions,
  lockRestrictedChoice,
  upsertLeftOut,
  upsertRestrictedItems,
} from "../../db/tables/sources/leftOutItems.ts";
import type { LeftOutItem, RestrictedText } from "../../sources/connector/connectorTypes.ts";
import type { TrackerIssue } from "../../sources/connector/trackerTypes.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";

const SUBJECTS: Readonly<Record<LeftOutKind, LeftOutSubject>> = {
  confidential_issue: "issue",
  secured_issue: "issue",
  internal_comment: "comment",
  restricted_comment: "comment",
  restricted_page: "page",
  archived_page: "page",
  comment_of_left_out_page: "comment",
  draft_release: "release",
};
const BATCH_SIZE = 500;
const MAX_TITLE_LENGTH = 2000;
const MAX_BODY_LENGTH = 1_000_000;

/**
 * Stores the ids of one source's items that are left out, and removes the rows that were stored of them earlier. Texts that are read for one
 * role are in a separate table, and are deleted with the id.
 */
export class LeftOutWriter {
  readonly #sourceId: string;
  readonly #projectId: string;
  readonly #choice: string | null;

  constructor(source: Pick<SyncedSource, "id" | "projectId" | "restrictedChoice">) {
    this.#sourceId = source.id;
    this.#projectId = source.projectId;
    this.#choice = source.restrictedChoice;
  }

  /**
   * Stores one page of a tracker. Its issues and all their comments are not left out any more; items that are left out are removed with
   * everything that refers to them.
   * @returns how many stored issues were removed
   */
  async writeTrackerPage(
    tx: Db,
    page: { readonly issues: readonly TrackerIssue[]; readonly leftOut: readonly LeftOutItem[] },
  ): Promise<number> {
    const open = page.issues.map(({ externalId }) => externalId);
    await this.#forget(tx, "issue", open);
    await this.#forgetCommentsOf(tx, open);
    return this.add(tx, page.leftOut);
  }

  /** Replaces the items of one subject by a complete list. @returns how many rows were removed */
  async replace(tx: Db, subject: LeftOutSubject, items: readonly LeftOutItem[]): Promise<number> {
    const now = new Set(items.map(({ externalId }) => externalId));
    const gone = (await listLeftOutIds(tx, this.#sourceId, subject)).filter((id) => !now.has(id));
    for (let at = 0; at < gone.length; at += BATCH_SIZE)
      await this.#forget(tx, subject, gone.slice(at, at + BATCH_SIZE));
    return this.add(tx, items);
  }

  /** Replaces the comments of one request. */
  async replaceComments(tx: Db, parentId: string, items: readonly LeftOutItem[]): Promise<void> {
    await this.#forgetCommentsOf(tx, [parentId]);
    await this.add(tx, items);
  }

  /** Issues that the host no longer has: their comments are removed too. */
  async forgetIssues(tx: Db, externalIds: readonly string[]): Promise<void> {
    await this.#forgetCommentsOf(tx, externalIds);
  }

  /** How many issues of the source are left out. */
  countIssues(db: Db): Promise<number> {
    return countLeftOut(db, this.#sourceId, "issue");
  }

  /** @returns how many stored issues, comments and pages were removed */
  async add(tx: Db, items: readonly LeftOutItem[]): Promise<number> {
    const rows = new Map(items.map((item) => [`${SUBJECTS[item.kind]} ${item.externalId}`, item]));
    await upsertLeftOut(
      tx,
      [...rows.values()].map(({ kind, externalId, parentId }) => ({
        source_id: this.#sourceId,
        subject: SUBJECTS[kind],
        external_id: externalId,
        kind,
        parent_external_id: parentId ?? null,
      })),
    );
    await this.writeTexts(
      tx,
      [...rows.values()].flatMap(({ kind, externalId, text }) =>
        text ? [{ subject: SUBJECTS[kind], externalId, text }] : [],
      ),
    );
    const ids = (subject: LeftOutSubject) =>
      [...rows.values()].flatMap(({ kind, externalId }) => (SUBJECTS[kind] === subject ? [externalId] : []));
    const issues = ids("issue");
    await this.#forgetCommentsOf(tx, issues);
    return (
      (await this.#remove(tx, "issues", issues)) +
      (await this.#remove(tx, "pages", ids("page"))) +
      (await this.#removeComments(tx, ids("comment")))
    );
  }

  /** Stores the texts of items that are recorded as left out. */
  async writeTexts(
    tx: Db,
    items: readonly { readonly subject: LeftOutSubject; readonly externalId: string; readonly text: RestrictedText }[],
  ): Promise<void> {
    if (items.length === 0) return;
    // A sync that began before the choice was revoked must not store the texts again. The lock serializes the two.
    const choice = await lockRestrictedChoice(tx, this.#sourceId);
    if (choice === null || choice !== this.#choice) return;
    await upsertRestrictedItems(
      tx,
      items.flatMap(({ subject, externalId, text }) =>
        subject === "release"
          ? []
          : [
              {
                id: newId(),
                source_id: this.#sourceId,
                project_id: this.#projectId,
                subject,
                external_id: externalId,
                key: text.key.slice(0, 200),
                title: sanitizeText(text.title, MAX_TITLE_LENGTH),
                body: sanitizeText(text.body, MAX_BODY_LENGTH),
                url: text.url,
                author: text.author === null ? null : sanitizeText(text.author, 200),
                state: text.state,
                version: text.version ?? "",
                created_at: text.createdAt.toISOString(),
                updated_at: text.updatedAt.toISOString(),
              },
            ],
      ),
    );
  }

  /** Versions of the restricted pages whose texts are stored, by the wiki's id. */
  async pageVersions(db: Db): Promise<Map<string, string>> {
    const rows = await listRestrictedPageVersions(db, this.#sourceId);
    return new Map(rows.map(({ external_id, version }) => [external_id, version]));
  }

  async #remove(tx: Db, table: "issues" | "pages", externalIds: readonly string[]): Promise<number> {
    let removed = 0;
    for (let at = 0; at < externalIds.length; at += BATCH_SIZE) {
      removed += await deleteItemsByExternalIds(tx, table, this.#sourceId, externalIds.slice(at, at + BATCH_SIZE));
    }
    return removed;
  }

  async #removeComments(tx: Db, externalIds: readonly string[]): Promise<number> {
    let removed = 0;
    for (let at = 0; at < externalIds.length; at += BATCH_SIZE) {
      removed += await deleteCommentsByExternalIds(tx, this.#sourceId, externalIds.slice(at, at + BATCH_SIZE));
    }
    return removed;
  }

  #forget(tx: Db, subject: LeftOutSubject, externalIds: readonly string[]): Promise<void> {
    return deleteLeftOut(tx, this.#sourceId, subject, externalIds);
  }

  async #forgetCommentsOf(tx: Db, parentIds: readonly string[]): Promise<void> {
    for (let at = 0; at < parentIds.length; at += BATCH_SIZE) {
      await deleteLeftOutComments(tx, this.#sourceId, parentIds.slice(at, at + BATCH_SIZE));
    }
  }
}
