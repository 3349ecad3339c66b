/** The rows of one pull request's comments, activity, commits and statuses, and what they are here. */
import { z } from "zod";
import type { RequestCheck, RequestComment, RequestCommit, RequestEvent } from "../../connector/requestTypes.ts";
import { HostNumber, HostTime, HostUrl } from "../../rest/hostFields.ts";
import { User, personOf } from "./bitbucketRows.ts";

export const CommentRow = z.object({
  id: z.number(),
  user: User.nullish(),
  content: z.object({ raw: z.string().nullish() }).nullish(),
  deleted: z.boolean().nullish(),
  /** Visible to its author alone until the review is finished. */
  pending: z.boolean().nullish(),
  parent: z.object({ id: z.number() }).nullish(),
  inline: z
    .object({
      path: z.string(),
      from: HostNumber.nullish(),
      to: HostNumber.nullish(),
      start_from: HostNumber.nullish(),
      start_to: HostNumber.nullish(),
      outdated: z.boolean().nullish(),
      src_rev: z.string().nullish(),
      dest_rev: z.string().nullish(),
    })
    .nullish(),
  resolution: z.object({}).nullish(),
  links: z.object({ html: z.object({ href: HostUrl }).nullish() }).nullish(),
  created_on: HostTime,
  updated_on: HostTime.nullish(),
});
type CommentRow = z.infer<typeof CommentRow>;

const Change = z.object({ old: z.unknown(), new: z.unknown() });
export const ActivityRow = z.object({
  update: z
    .object({
      date: HostTime,
      state: z.string().nullish(),
      author: User.nullish(),
      source: z.object({ commit: z.object({ hash: z.string() }).nullish() }).nullish(),
      changes: z
        .object({
          status: Change.nullish(),
          title: Change.nullish(),
          draft: Change.nullish(),
          reviewers: z.object({ added: z.array(User).nullish(), removed: z.array(User).nullish() }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  approval: z.object({ date: HostTime, user: User.nullish() }).nullish(),
  changes_requested: z.object({ date: HostTime, user: User.nullish() }).nullish(),
});
type ActivityRow = z.infer<typeof ActivityRow>;

export const CommitRow = z.object({
  hash: z.string(),
  message: z.string().nullish(),
  date: HostTime.nullish(),
  author: z.object({ raw: z.string().nullish(), user: User.nullish() }).nullish(),
});
export const StatusRow = z.object({
  key: z.string().nullish(),
  name: z.string().nullish(),
  state: z.string(),
  url: HostUrl,
  updated_on: HostTime.nullish(),
});

/** @param thread id of the first comment of the discussion @param first that comment, where it was read */
export function commentOf(row: CommentRow, thread: number, first: CommentRow | undefined): RequestComment | null {
  if (row.deleted || row.pending) return null;
  // An answer has no place of its own.
  const inline = row.inline ?? first?.inline;
  const isOld = inline?.to === undefined || inline.to === null ? Boolean(inline?.from) : false;
  return {
    externalId: String(row.id),
    thread: String(thread),
    review: null,
    replyTo: row.parent ? String(row.parent.id) : null,
    author: personOf(row.user),
    body: row.content?.raw ?? "",
    url: row.links?.html?.href ?? null,
    place: inline
      ? {
          path: inline.path,
          side: isOld ? "old" : "new",
          line: (isOld ? inline.from : inline.to) ?? null,
          startLine: (isOld ? inline.start_from : inline.start_to) ?? null,
          commitHash: (isOld ? inline.dest_rev : inline.src_rev) ?? null,
          hunk: null,
          isOutdated: inline.outdated ?? false,
        }
      : null,
    isResolved: inline ? Boolean(first?.resolution ?? row.resolution) : null,
    createdAt: new Date(row.created_on),
    updatedAt: new Date(row.updated_on ?? row.created_on),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const END_STATES: Readonly<Record<string, string>> = {
  MERGED: "merged",
  FULFILLED: "merged",
  DECLINED: "closed",
  REJECTED: "closed",
  SUPERSEDED: "closed",
};

/** What happened, the oldest first. The host lists it newest first, without ids. */
export function requestEventsOf(rows: readonly ActivityRow[]): RequestEvent[] {
  const events: RequestEvent[] = [];
  let state = "OPEN";
  let head: string | null = null;
  for (const { update } of rows.toReversed()) {
    if (!update) continue;
    const add = (type: string, detail: string | null): void => {
      events.push({
        externalId: `${update.date} ${type} ${detail ?? ""}`.slice(0, 200),
        type,
        actor: personOf(update.author),
        detail,
        createdAt: new Date(update.date),
      });
    };
    const now = update.state ?? state;
    const end = END_STATES[now];
    if (now !== state && end) add(end, null);
    else if (now !== state && now === "OPEN") add("reopened", null);
    state = now;
    const hash = update.source?.commit?.hash ?? null;
    if (hash !== null && head !== null && hash !== head) add("pushed", null);
    head = hash ?? head;
    const { title, draft, reviewers } = update.changes ?? {};
    if (title) add("renamed", `${textOf(title.old)} → ${textOf(title.new)}`);
    if (draft) add(draft.new === true ? "converted_to_draft" : "ready_for_review", null);
    for (const user of reviewers?.added ?? []) add("review_requested", personOf(user)?.login ?? null);
    for (const user of reviewers?.removed ?? []) add("review_request_removed", personOf(user)?.login ?? null);
  }
  return events;
}

export const commitOf = (row: z.infer<typeof CommitRow>): RequestCommit => ({
  hash: row.hash,
  title: (row.message ?? "").split("\n", 1)[0] ?? "",
  author: row.author?.user?.display_name ?? (row.author?.raw ?? "").replace(/\s*<[^<>]*>\s*$/, ""),
  authoredAt: row.date ? new Date(row.date) : null,
});

const STATES: Readonly<Record<string, RequestCheck["state"]>> = {
  SUCCESSFUL: "success",
  FAILED: "failure",
  INPROGRESS: "pending",
  STOPPED: "neutral",
};

export const checkOf = (row: z.infer<typeof StatusRow>): RequestCheck => ({
  name: row.name || row.key || row.state,
  state: STATES[row.state] ?? "pending",
  url: row.url,
  at: row.updated_on ? new Date(row.updated_on) : null,
});
