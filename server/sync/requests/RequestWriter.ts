import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { listStoredRequests, replaceRequestDetails, upsertRequests } from "../../db/tables/requestStorage.ts";
import type { HostRequest, RequestDetails } from "../../sources/connector/requestTypes.ts";
import { LeftOutWriter } from "../store/LeftOutWriter.ts";
import { ItemWriter } from "../store/ItemWriter.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";

const MAX_BODY_LENGTH = 200_000;
const MAX_PATH_LENGTH = 1000;

/** Stores the pull or merge requests of one source. */
export class RequestWriter extends ItemWriter {
  readonly #leftOut: LeftOutWriter;

  constructor(source: Pick<SyncedSource, "id" | "projectId" | "restrictedChoice">) {
    super(source);
    this.#leftOut = new LeftOutWriter(source);
  }

  /**
   * Upserts by the provider's id and time of change. Addresses are compared too: renaming a repository changes them, and not the times.
   * @returns how many changed
   */
  async writeRequests(tx: Db, requests: readonly HostRequest[]): Promise<number> {
    const latest = new Map(requests.map((request) => [request.externalId, request]));
    if (latest.size === 0) return 0;
    const rows = await listStoredRequests(tx, this.sourceId, [...latest.keys()]);
    const stored = new Map(rows.map((row) => [row.external_id, row]));
    const changed = [...latest.values()].filter(({ externalId, updatedAt, url }) => {
      const row = stored.get(externalId);
      return (
        !row || row.updated_at < updatedAt || (row.updated_at.getTime() === updatedAt.getTime() && row.url !== url)
      );
    });
    await this.people.intern(
      tx,
      changed.map(({ author }) => author),
    );
    await upsertRequests(
      tx,
      changed.map((request) => ({
        ...this.columnsOf(request),
        number: request.number,
        key: request.key,
        title: sanitizeText(request.title, 2000),
        body: sanitizeText(request.body, MAX_BODY_LENGTH),
        state: request.state,
        is_draft: request.isDraft,
        author_id: this.people.idOf(request.author),
        source_branch: request.sourceBranch === null ? null : sanitizeText(request.sourceBranch, 500),
        target_branch: request.targetBranch === null ? null : sanitizeText(request.targetBranch, 500),
        head_hash: request.headHash,
        merge_hash: request.mergeHash,
        url: request.url,
        merged_at: request.mergedAt?.toISOString() ?? null,
        closed_at: request.closedAt?.toISOString() ?? null,
        details_at: null,
      })),
    );
    return changed.length;
  }

  /** Replaces the stored reviews and files of one request. A comment of the author is not a review. */
  async writeDetails(
    tx: Db,
    request: {
      readonly id: string;
      readonly external_id: string;
      readonly author_id: string | null;
      readonly updated_at: Date;
    },
    { reviews, files, leftOut = [] }: RequestDetails,
  ): Promise<void> {
    await this.people.intern(
      tx,
      reviews.map(({ person }) => person),
    );
    await this.#leftOut.replaceComments(tx, `request:${request.external_id}`, leftOut);
    const latest = new Map(reviews.map((review) => [review.externalId, review]));
    const byPath = new Map(files.map((file) => [sanitizeText(file.path, MAX_PATH_LENGTH), file]));
    await replaceRequestDetails(tx, request.id, {
      reviews: [...latest.values()]
        .filter(({ person }) => person !== null && this.people.idOf(person) !== request.author_id)
        .map((review) => ({
          id: newId(),
          request_id: request.id,
          external_id: review.externalId,
          person_id: this.people.idOf(review.person),
          state: review.state,
          submitted_at: review.submittedAt.toISOString(),
        })),
      files: [...byPath].map(([path, { additions, deletions }]) => ({
        request_id: request.id,
        path,
        additions,
        deletions,
      })),
      at: request.updated_at,
    });
  }
}
