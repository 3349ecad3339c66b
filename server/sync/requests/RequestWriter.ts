import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { REQUEST_READ } from "../../db/schema/requestSchema.ts";
import { deleteOutsideRequests, listOutsideRequests } from "../../db/tables/requests/outsideRequests.ts";
import {
  type listRequestsWithoutDetails,
  listStoredRequests,
  replaceRequestDetails,
  replaceRequestPeople,
  upsertRequests,
} from "../../db/tables/requests/requestStorage.ts";
import type { TrackerPerson } from "../../sources/connector/connectorTypes.ts";
import type { HostRequest, RequestDetails } from "../../sources/connector/requestTypes.ts";
import { LeftOutWriter } from "../store/LeftOutWriter.ts";
import { detailRows } from "./requestDetailRows.ts";
import { ItemWriter } from "../store/ItemWriter.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import { type WrittenRequest, listNewsworthy, noteRequests } from "../notices/requestEvents.ts";
import type { SyncCursor, SyncedSource } from "../source/SyncedSource.ts";

export const MAX_REQUEST_BODY_LENGTH = 200_000;
export const MAX_LABELS = 100;

type DetailedRequest = Awaited<ReturnType<typeof listRequestsWithoutDetails>>[number];

interface RequestChange extends WrittenRequest {
  readonly request: HostRequest;
  readonly before: Awaited<ReturnType<typeof listStoredRequests>>[number] | undefined;
}

/** Stores the pull or merge requests of one source. */
export class RequestWriter extends ItemWriter {
  /** Only requests that change a file in these are kept; none: all. */
  folders: readonly string[] = [];
  /** Requests are written that were left out before: they are not notified. */
  isSilent = false;
  /** That of the cursor, which is stored with what is written. */
  unannouncedRequests: SyncCursor["unannouncedRequests"] = {};
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
    const latest = new Map((await this.#withoutOutside(tx, requests)).map((request) => [request.externalId, request]));
    if (latest.size === 0) return 0;
    const rows = await listStoredRequests(tx, this.sourceId, [...latest.keys()]);
    const stored = new Map(rows.map((row) => [row.external_id, row]));
    const changed = [...latest.values()].filter(({ externalId, updatedAt, url }) => {
      const row = stored.get(externalId);
      if (!row || row.updated_at < updatedAt) return true;
      const isSame = row.updated_at.getTime() === updatedAt.getTime();
      return isSame && (row.url !== url || row.read_version < REQUEST_READ.row);
    });
    await this.people.intern(
      tx,
      changed.flatMap(({ author, mergedBy, assignees, reviewers }) => [author, mergedBy, ...assignees, ...reviewers]),
    );
    const ids = new Map(changed.map(({ externalId }) => [externalId, stored.get(externalId)?.id ?? newId()]));
    /** Details stay those of the request where it is only read again for what an earlier version did not read. */
    const detailsOf = ({ externalId, updatedAt, url }: HostRequest): string | null => {
      const row = stored.get(externalId);
      const isSame = row !== undefined && row.updated_at.getTime() === updatedAt.getTime() && row.url === url;
      return isSame ? (row.details_at?.toISOString() ?? null) : null;
    };
    await upsertRequests(
      tx,
      changed.map((request) => ({
        ...this.columnsOf(request),
        id: ids.get(request.externalId) ?? "",
        number: request.number,
        key: request.key,
        title: sanitizeText(request.title, 2000),
        body: sanitizeText(request.body, MAX_REQUEST_BODY_LENGTH),
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
        details_at: detailsOf(request),
        labels: JSON.stringify(request.labels.slice(0, MAX_LABELS).map((label) => sanitizeText(label, 200))),
        base_hash: request.baseHash,
        merged_by_id: this.people.idOf(request.mergedBy),
        read_version: REQUEST_READ.row,
      })),
    );
    await this.#afterWriting(
      tx,
      changed.map((request) => ({
        id: ids.get(request.externalId) ?? "",
        request,
        before: stored.get(request.externalId),
      })),
    );
    return changed.length;
  }

  /** Without those that are known to change nothing in the folders. One with another head is shown until its files are known. */
  async #withoutOutside(tx: Db, requests: readonly HostRequest[]): Promise<readonly HostRequest[]> {
    if (this.folders.length === 0 || requests.length === 0) return requests;
    const ids = requests.map(({ externalId }) => externalId);
    const outside = new Map(
      (await listOutsideRequests(tx, this.sourceId, ids)).map((row) => [row.external_id, row.head_hash]),
    );
    const isOutside = ({ externalId, headHash }: HostRequest): boolean =>
      headHash !== null && outside.get(externalId) === headHash;
    const remaining = requests.filter((request) => !isOutside(request));
    await deleteOutsideRequests(
      tx,
      this.sourceId,
      remaining.flatMap(({ externalId }) => (outside.has(externalId) ? [externalId] : [])),
    );
    return remaining;
  }

  /** Stores the people of requests that were written, and what webhooks are sent about them. */
  async #afterWriting(tx: Db, written: readonly RequestChange[]): Promise<void> {
    await replaceRequestPeople(
      tx,
      written.map(({ id }) => id),
      ["assignee", "reviewer"],
      written.flatMap(({ id, request }) => this.#peopleOf(id, request)),
    );
    if (this.isSilent) return;
    const isKnown = ({ request, before }: RequestChange): boolean =>
      this.folders.length === 0 ||
      (before !== undefined && before.details_at !== null && before.head_hash === request.headHash);
    await noteRequests(tx, this, written.filter(isKnown));
    const unknown = written.filter((change) => !isKnown(change));
    const newsworthy = await listNewsworthy(tx, this.sourceId, unknown);
    if (newsworthy.length === 0) return;
    const states = newsworthy.map(({ request: { externalId }, before }) => [externalId, before?.state ?? null]);
    this.unannouncedRequests = { ...Object.fromEntries(states), ...this.unannouncedRequests };
  }

  /** Sends what was held back of a request that is known to be in the folders. */
  async announce(tx: Db, request: DetailedRequest): Promise<void> {
    const { id, external_id, state, created_at, merged_at, closed_at } = request;
    const before = this.unannouncedRequests[external_id];
    if (before === undefined) return;
    this.forgetUnannounced([external_id]);
    const now = { state, createdAt: created_at, mergedAt: merged_at, closedAt: closed_at };
    await noteRequests(tx, this, [{ id, request: now, before: before === null ? undefined : { state: before } }]);
  }

  /** Nothing is sent of what was held back of these requests. */
  forgetUnannounced(externalIds: readonly string[]): void {
    if (!externalIds.some((id) => id in this.unannouncedRequests)) return;
    this.unannouncedRequests = Object.fromEntries(
      Object.entries(this.unannouncedRequests).filter(([id]) => !externalIds.includes(id)),
    );
  }

  /** Replaces the stored details of one request. A comment of the author is not a review. */
  async writeDetails(
    tx: Db,
    request: {
      readonly id: string;
      readonly project_id: string;
      readonly external_id: string;
      readonly author_id: string | null;
      readonly updated_at: Date;
    },
    details: RequestDetails,
  ): Promise<void> {
    const { reviews, comments, events, reviewers = [], leftOut = [] } = details;
    await this.people.intern(tx, [
      ...reviews.map(({ person }) => person),
      ...comments.map(({ author }) => author),
      ...events.map(({ actor }) => actor),
      ...reviewers,
    ]);
    await this.#leftOut.replaceComments(tx, `request:${request.external_id}`, leftOut);
    if (details.reviewers) {
      const people = this.#peopleOf(request.id, { assignees: [], reviewers });
      await replaceRequestPeople(tx, [request.id], ["reviewer"], people);
    }
    await replaceRequestDetails(
      tx,
      request.id,
      detailRows(request, details, (person) => this.people.idOf(person)),
    );
  }

  #peopleOf(request_id: string, { assignees, reviewers }: Pick<HostRequest, "assignees" | "reviewers">) {
    const rows = (people: readonly TrackerPerson[], role: "assignee" | "reviewer") =>
      [...new Set(people.flatMap((person) => this.people.idOf(person) ?? []))].map((account_id) => ({
        request_id,
        account_id,
        role,
      }));
    return [...rows(assignees, "assignee"), ...rows(reviewers, "reviewer")];
  }
}
