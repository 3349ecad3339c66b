import { newId } from "../../db/newId.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import type { RequestDetailRows } from "../../db/tables/requests/requestStorage.ts";
import type { TrackerPerson } from "../../sources/connector/connectorTypes.ts";
import type { RequestComment, RequestDetails } from "../../sources/connector/requestTypes.ts";

const MAX_BODY_LENGTH = 200_000;
const MAX_PATH_LENGTH = 1000;
const MAX_URL_LENGTH = 2000;
/** Characters of the hunk above a comment; its end is stored, where the line is. */
const MAX_HUNK_LENGTH = 8000;
/** Characters of all comments and reviews of one request; the rest is cut. */
const MAX_TEXT_LENGTH = 4_000_000;
const MAX_COMMITS = 1000;
const MAX_EVENTS = 5000;
const MAX_CHECKS = 200;

/** The rows of one request's details, cut to what the database keeps. */
export function detailRows(
  request: {
    readonly id: string;
    readonly project_id: string;
    readonly author_id: string | null;
    readonly updated_at: Date;
  },
  details: RequestDetails,
  idOf: (person: TrackerPerson | null) => string | null,
): RequestDetailRows {
  const request_id = request.id;
  const isByOthers = ({ person }: { readonly person: TrackerPerson | null }): boolean =>
    person === null || idOf(person) !== request.author_id;
  const reviews = latestOf(details.reviews);
  const written = latestOf([
    ...details.comments,
    ...reviews.filter((review) => !isByOthers(review)).flatMap(asComment),
  ]);
  const { texts, isCut } = cutTexts(written.map(({ body }) => sanitizeText(body, MAX_BODY_LENGTH)));
  const byPath = new Map(details.files.map((file) => [sanitizeText(file.path, MAX_PATH_LENGTH), file]));
  const merged = details.events.findLast(({ type }) => type === "merged");
  const mergedBy = idOf(merged?.actor ?? null);
  return {
    reviews: reviews
      .filter(isByOthers)
      .map((review) => ({ ...reviewRow(review, request_id), account_id: idOf(review.person) })),
    files: [...byPath].map(([path, { additions, deletions }]) => ({
      request_id,
      project_id: request.project_id,
      path,
      additions,
      deletions,
    })),
    comments: written.slice(0, texts.length).map((comment, at) => ({
      ...commentRow(comment, request_id, texts[at] ?? ""),
      author_id: idOf(comment.author),
    })),
    commits: details.commits
      .slice(-MAX_COMMITS)
      .map((commit, position) => ({ ...commitRow(commit), request_id, position })),
    events: latestOf(details.events)
      .slice(-MAX_EVENTS)
      .map((event) => ({ ...eventRow(event, request_id), actor_id: idOf(event.actor) })),
    checks:
      details.checks?.slice(0, MAX_CHECKS).map((check, position) => ({ ...checkRow(check), request_id, position })) ??
      null,
    columns: {
      is_cut: details.isCut || isCut,
      ...(details.baseHash && { base_hash: details.baseHash.slice(0, 64) }),
      ...(mergedBy !== null && { merged_by_id: mergedBy }),
    },
    at: request.updated_at,
  };
}

const reviewRow = (review: RequestDetails["reviews"][number], request_id: string) => ({
  id: newId(),
  request_id,
  external_id: review.externalId,
  state: review.state,
  submitted_at: review.submittedAt.toISOString(),
  body: sanitizeText(review.body, MAX_BODY_LENGTH),
  url: urlOf(review.url),
  commit_hash: hashOf(review.commitHash),
});

const commitRow = ({ hash, title, author, authoredAt }: RequestDetails["commits"][number]) => ({
  hash: hash.slice(0, 64),
  title: sanitizeText(title, 1000),
  author: sanitizeText(author, 200),
  authored_at: authoredAt?.toISOString() ?? null,
});

const eventRow = (event: RequestDetails["events"][number], request_id: string) => ({
  id: newId(),
  request_id,
  external_id: event.externalId,
  type: event.type.slice(0, 100),
  detail: event.detail === null ? null : sanitizeText(event.detail, 1000),
  created_at: event.createdAt.toISOString(),
});

const checkRow = ({ name, state, url, at }: NonNullable<RequestDetails["checks"]>[number]) => ({
  name: sanitizeText(name, 200),
  state,
  url: urlOf(url),
  at: at?.toISOString() ?? null,
});

/** The author of a request does not review it, but what they said belongs to the conversation. */
const asComment = (review: RequestDetails["reviews"][number]): RequestComment[] =>
  review.body.trim() === ""
    ? []
    : [
        {
          externalId: `review:${review.externalId}`,
          thread: null,
          review: null,
          replyTo: null,
          author: review.person,
          body: review.body,
          url: review.url,
          place: null,
          isResolved: null,
          createdAt: review.submittedAt,
          updatedAt: review.submittedAt,
        },
      ];

/** Rows without an author, a deleted account, stay. Of two with one id the later is kept. */
const latestOf = <T extends { readonly externalId: string }>(rows: readonly T[]): T[] => [
  ...new Map(rows.map((row) => [row.externalId, row])).values(),
];

function cutTexts(texts: readonly string[]): { readonly texts: readonly string[]; readonly isCut: boolean } {
  let length = 0;
  const at = texts.findIndex((text) => (length += text.length) > MAX_TEXT_LENGTH);
  return at < 0 ? { texts, isCut: false } : { texts: texts.slice(0, at), isCut: true };
}

function commentRow(comment: RequestComment, request_id: string, body: string) {
  const { place } = comment;
  return {
    id: newId(),
    request_id,
    external_id: comment.externalId,
    thread: comment.thread,
    review: comment.review,
    reply_to: comment.replyTo,
    body,
    url: urlOf(comment.url),
    path: place && sanitizeText(place.path, MAX_PATH_LENGTH),
    side: place?.side ?? null,
    line: lineOf(place?.line),
    start_line: lineOf(place?.startLine),
    commit_hash: hashOf(place?.commitHash ?? null),
    hunk: place?.hunk ? sanitizeText(place.hunk.slice(-MAX_HUNK_LENGTH), MAX_HUNK_LENGTH) : null,
    is_outdated: place?.isOutdated ?? false,
    is_resolved: comment.isResolved,
    created_at: comment.createdAt.toISOString(),
    updated_at: comment.updatedAt.toISOString(),
  };
}

const lineOf = (line: number | null | undefined): number | null => (line && line > 0 ? line : null);
const hashOf = (hash: string | null): string | null => hash?.slice(0, 64) ?? null;
const urlOf = (url: string | null): string | null =>
  url !== null && url.length <= MAX_URL_LENGTH && /^https?:/i.test(url) ? url : null;
