/** The activities of one pull request, and what they are here. Newer versions and plug-ins add kinds of activities, which are left out. */
import { z } from "zod";
import type { CommentPlace, RequestComment, RequestEvent, RequestReview } from "../../connector/requestTypes.ts";
import { HostNumber } from "../../rest/hostFields.ts";
import {
  HostMilliseconds,
  type Participant,
  DataCenterUser,
  commitHashOf,
  dataCenterPersonOf,
  requestPage,
} from "./dataCenterRequestRows.ts";

const Id = z.number().int();
/** A text in most answers, an object with its parts in some. */
export const Path = z
  .union([z.string(), z.object({ toString: z.string() }), z.object({ components: z.array(z.string()) })])
  .transform((path) =>
    typeof path === "string" ? path : "components" in path ? path.components.join("/") : path.toString,
  );
const Anchor = z.object({
  path: Path.nullish(),
  srcPath: Path.nullish(),
  line: HostNumber.nullish(),
  fileType: z.string().nullish(),
  fromHash: z.string().nullish(),
  toHash: z.string().nullish(),
  orphaned: z.boolean().nullish(),
  multilineMarker: z.object({ startLine: HostNumber.nullish() }).nullish(),
});
const Comment = z.object({
  id: Id,
  text: z.string().nullish(),
  author: DataCenterUser.nullish(),
  createdDate: HostMilliseconds,
  updatedDate: HostMilliseconds.nullish(),
  /** `BLOCKER`: a task. */
  severity: z.string().nullish(),
  /** `PENDING`: visible to its author alone until the review is finished. */
  state: z.string().nullish(),
  threadResolved: z.boolean().nullish(),
  comments: z.array(z.unknown()).nullish(),
});
type Comment = z.infer<typeof Comment>;

export const DataCenterActivityRow = z.object({
  id: Id,
  createdDate: HostMilliseconds,
  user: DataCenterUser.nullish(),
  action: z.string(),
  commentAction: z.string().nullish(),
  comment: Comment.nullish(),
  commentAnchor: Anchor.nullish(),
  fromHash: z.string().nullish(),
  previousFromHash: z.string().nullish(),
  removed: z.object({ total: z.number().nullish() }).nullish(),
  addedReviewers: z.array(DataCenterUser).nullish(),
  removedReviewers: z.array(DataCenterUser).nullish(),
});
export type DataCenterActivityRow = z.infer<typeof DataCenterActivityRow>;

/** Where a request is, for addresses and accounts. */
export interface RequestPlace {
  readonly page: string;
  readonly root: string;
  readonly number: number;
}

/** Answers inside of each other in one discussion, and answers of it in total. */
const MAX_ANSWER_DEPTH = 40;
const MAX_ANSWERS = 10_000;

/** The comments of the discussions, each with its answers. The activity of an answer, and of a change, has the same comment again. */
export function dataCenterCommentsOf(
  activities: readonly DataCenterActivityRow[],
  place: RequestPlace,
): RequestComment[] {
  const result = new Map<number, RequestComment>();
  const deleted = new Set(
    activities.flatMap(({ commentAction, comment }) => (commentAction === "DELETED" && comment ? [comment.id] : [])),
  );
  for (const { action, comment, commentAnchor } of activities) {
    if (action !== "COMMENTED" || !comment || deleted.has(comment.id) || result.has(comment.id)) continue;
    const anchor = commentAnchor ? placeOf(commentAnchor) : null;
    const isTask = comment.severity === "BLOCKER";
    const isResolved =
      comment.state === "RESOLVED" || comment.threadResolved === true || (anchor === null && !isTask ? null : false);
    const add = (row: Comment, replyTo: number | null, depth: number): void => {
      if (result.size >= MAX_ANSWERS || depth > MAX_ANSWER_DEPTH) return;
      if (row.state !== "PENDING" && !result.has(row.id))
        result.set(row.id, {
          externalId: String(row.id),
          thread: String(comment.id),
          review: null,
          replyTo: replyTo === null ? null : String(replyTo),
          author: dataCenterPersonOf(row.author, place.root),
          body: row.text ?? "",
          url: `${requestPage(place.page, place.number)}/overview?commentId=${row.id}`,
          place: anchor,
          isResolved,
          createdAt: new Date(row.createdDate),
          updatedAt: new Date(row.updatedDate ?? row.createdDate),
        });
      for (const answer of row.comments ?? []) {
        const parsed = Comment.safeParse(answer);
        if (parsed.success) add(parsed.data, row.id, depth + 1);
      }
    };
    add(comment, null, 0);
  }
  return [...result.values()].toSorted((first, second) => first.createdAt.getTime() - second.createdAt.getTime());
}

function placeOf(anchor: z.infer<typeof Anchor>): CommentPlace | null {
  const isOld = anchor.fileType === "FROM";
  const path = (isOld ? anchor.srcPath : null) ?? anchor.path;
  if (!path) return null;
  // 0 for a comment on the whole file.
  const line = anchor.line || null;
  return {
    path,
    side: isOld ? "old" : "new",
    line,
    startLine: line === null ? null : (anchor.multilineMarker?.startLine ?? null),
    commitHash: commitHashOf(isOld ? anchor.fromHash : anchor.toHash),
    hunk: null,
    isOutdated: anchor.orphaned ?? false,
  };
}

const VERDICTS: Readonly<Record<string, RequestReview["state"]>> = {
  APPROVED: "approved",
  REVIEWED: "changes_requested",
  UNAPPROVED: "dismissed",
};

/**
 * The last verdict of each reviewer. The list of participants has the verdict that counts, and the activities when it was given.
 * @param at the time of a verdict without an activity: that of the last change of the request
 */
export function reviewsOf(
  participants: readonly z.infer<typeof Participant>[],
  activities: readonly DataCenterActivityRow[],
  { at, root }: { readonly at: number; readonly root: string },
): RequestReview[] {
  const verdicts = new Map<string, DataCenterActivityRow>();
  const comments = new Map<string, DataCenterActivityRow>();
  for (const activity of activities) {
    const person = dataCenterPersonOf(activity.user, root);
    const later = activity.action in VERDICTS ? verdicts : activity.action === "COMMENTED" ? comments : null;
    if (!person || !later) continue;
    const before = later.get(person.externalId);
    if (!before || before.createdDate < activity.createdDate) later.set(person.externalId, activity);
  }
  return participants.flatMap(({ user, status, approved, lastReviewedCommit }): RequestReview[] => {
    const person = dataCenterPersonOf(user, root);
    if (!person) return [];
    const verdict = verdicts.get(person.externalId);
    const isApproved = status === "APPROVED" || (approved === true && !status);
    const state = isApproved ? "approved" : status === "NEEDS_WORK" ? "changes_requested" : null;
    const comment = comments.get(person.externalId);
    const shown = state ?? (verdict ? "dismissed" : comment ? "commented" : null);
    if (shown === null) return [];
    const submittedAt = new Date((shown === "commented" ? comment : verdict)?.createdDate ?? at);
    const commitHash = state === null ? null : commitHashOf(lastReviewedCommit);
    return [{ externalId: person.externalId, person, state: shown, submittedAt, body: "", url: null, commitHash }];
  });
}

const EVENTS: Readonly<Record<string, string>> = { MERGED: "merged", DECLINED: "closed", REOPENED: "reopened" };

/** What happened, the oldest first. */
export function dataCenterEventsOf(activities: readonly DataCenterActivityRow[], root: string): RequestEvent[] {
  const events: RequestEvent[] = [];
  for (const activity of activities.toReversed()) {
    const add = (type: string, detail: string | null, suffix = ""): void => {
      events.push({
        externalId: `${activity.id}${suffix}`,
        type,
        actor: dataCenterPersonOf(activity.user, root),
        detail,
        createdAt: new Date(activity.createdDate),
      });
    };
    const type = EVENTS[activity.action];
    if (type !== undefined) add(type, null);
    // Only the target has moved where the commit of the source is the same.
    if (activity.action === "RESCOPED" && activity.fromHash !== activity.previousFromHash)
      add((activity.removed?.total ?? 0) > 0 ? "force_pushed" : "pushed", null);
    const change = (users: DataCenterActivityRow["addedReviewers"], kind: string): void => {
      for (const [at, user] of (users ?? []).entries()) {
        const login = dataCenterPersonOf(user, root)?.login;
        if (login !== undefined) add(kind, login, ` ${kind} ${at}`);
      }
    };
    change(activity.addedReviewers, "review_requested");
    change(activity.removedReviewers, "review_request_removed");
  }
  return events;
}
