/** The rows of one merge request's discussions, commits and pipeline, and what they are here. */
import { z } from "zod";
import { HostNumber, HostTime, HostUrl } from "../../rest/hostFields.ts";
import type {
  CommentPlace,
  RequestCheck,
  RequestComment,
  RequestCommit,
  RequestEvent,
  RequestReview,
} from "../../connector/requestTypes.ts";
import { NoteRow, personOf } from "./gitlabRows.ts";

const LineRange = z.object({
  start: z.object({ old_line: HostNumber.nullish(), new_line: HostNumber.nullish() }).nullish(),
});
const Position = z.object({
  base_sha: z.string().nullish(),
  head_sha: z.string().nullish(),
  old_path: z.string().nullish(),
  new_path: z.string().nullish(),
  old_line: HostNumber.nullish(),
  new_line: HostNumber.nullish(),
  line_range: LineRange.nullish(),
});
export const DiscussionNote = NoteRow.extend({
  resolvable: z.boolean().nullish(),
  resolved: z.boolean().nullish(),
  position: Position.nullish().catch(null),
});
export type DiscussionNote = z.infer<typeof DiscussionNote>;
export const DiscussionRow = z.object({
  id: z.string(),
  individual_note: z.boolean().nullish(),
  notes: z.array(DiscussionNote),
});
export const CommitRow = z.object({
  id: z.string(),
  title: z.string().nullish(),
  message: z.string().nullish(),
  author_name: z.string().nullish(),
  authored_date: HostTime.nullish(),
});
/** One merge request, with what its list does not tell. */
export const WholeRequest = z.object({
  diff_refs: z.object({ base_sha: z.string().nullish() }).nullish(),
  head_pipeline: z
    .object({
      id: z.number(),
      name: z.string().nullish(),
      status: z.string(),
      web_url: HostUrl,
      updated_at: HostTime.nullish(),
    })
    .nullish(),
});

export function reviewOf(note: NoteRow, url: string): RequestReview | null {
  const body = note.body?.trim() ?? "";
  const state = !note.system
    ? "commented"
    : /^approved this merge request/i.test(body)
      ? "approved"
      : /^requested changes/i.test(body)
        ? "changes_requested"
        : /^unapproved this merge request/i.test(body)
          ? "dismissed"
          : null;
  return (
    state && {
      externalId: String(note.id),
      person: personOf(note.author),
      state,
      submittedAt: new Date(note.created_at),
      // What was said is a comment.
      body: "",
      url: `${url}#note_${note.id}`,
      commitHash: null,
    }
  );
}

/** @param discussion its id; null for a note that cannot be answered @param first of the discussion */
export function commentOf(
  note: DiscussionNote,
  { url, headHash }: { readonly url: string; readonly headHash: string | null },
  discussion: string | null,
  first: DiscussionNote | undefined,
): RequestComment | null {
  if (note.system) return null;
  return {
    externalId: String(note.id),
    thread: discussion,
    review: null,
    replyTo: first && first.id !== note.id ? String(first.id) : null,
    author: personOf(note.author),
    body: note.body ?? "",
    url: `${url}#note_${note.id}`,
    place: note.position ? placeOf(note.position, headHash) : null,
    isResolved: note.resolvable ? (note.resolved ?? false) : null,
    createdAt: new Date(note.created_at),
    updatedAt: new Date(note.updated_at ?? note.created_at),
  };
}

function placeOf(at: z.infer<typeof Position>, headHash: string | null): CommentPlace | null {
  const isOld = !at.new_line && Boolean(at.old_line);
  const path = isOld ? (at.old_path ?? at.new_path) : (at.new_path ?? at.old_path);
  if (!path) return null;
  const line = (isOld ? at.old_line : at.new_line) ?? null;
  const start = at.line_range?.start;
  const from = (isOld ? start?.old_line : start?.new_line) ?? null;
  return {
    path,
    side: isOld ? "old" : "new",
    line,
    startLine: from !== null && line !== null && from < line ? from : null,
    commitHash: (isOld ? at.base_sha : at.head_sha) ?? null,
    hunk: null,
    // The host moves a position along with the branch as long as its line is there.
    isOutdated: Boolean(at.head_sha && headHash && at.head_sha !== headHash),
  };
}

export const commitOf = (row: z.infer<typeof CommitRow>): RequestCommit => ({
  hash: row.id,
  title: row.title ?? (row.message ?? "").split("\n", 1)[0] ?? "",
  author: row.author_name ?? "",
  authoredAt: row.authored_date ? new Date(row.authored_date) : null,
});

/** GitLab's system notes about a merge request, recognized by their wording. */
const SYSTEM_NOTES: readonly (readonly [RegExp, string])[] = [
  [/^closed\b/i, "closed"],
  [/^reopened\b/i, "reopened"],
  [/^merged\b/i, "merged"],
  [/^requested review from (.+)/is, "review_requested"],
  [/^removed review request for (.+)/is, "review_request_removed"],
  [/^assigned to (.+)/is, "assigned"],
  [/^unassigned (.+)/is, "unassigned"],
  [/^added (.+) labels?/is, "labeled"],
  [/^removed (.+) labels?/is, "unlabeled"],
  [/^changed title/i, "renamed"],
  [/^changed target branch/i, "target_changed"],
  [/^marked (?:this merge request|the merge request) as \*{0,2}ready/i, "ready_for_review"],
  [/^(?:unmarked as|unmarked this merge request as) a? ?\*{0,2}(?:draft|work in progress)/i, "ready_for_review"],
  [
    /^marked (?:this merge request|the merge request)? ?as (?:a )?\*{0,2}(?:draft|work in progress)/i,
    "converted_to_draft",
  ],
  [/^added (\d+) commits?/i, "pushed"],
  [/^deleted the `?(.+?)`? branch/i, "branch_deleted"],
  [/^restored (?:source )?branch/i, "branch_restored"],
  [/^resolved all threads/i, "resolved"],
];

export function eventOf(note: NoteRow): RequestEvent | null {
  if (!note.system) return null;
  const body = (note.body ?? "").trim();
  for (const [pattern, type] of SYSTEM_NOTES) {
    const match = pattern.exec(body);
    if (!match) continue;
    return {
      externalId: String(note.id),
      type,
      actor: personOf(note.author),
      detail: match[1]?.slice(0, 300) ?? null,
      createdAt: new Date(note.created_at),
    };
  }
  return null;
}

const PIPELINE_STATES: Readonly<Record<string, RequestCheck["state"]>> = {
  success: "success",
  failed: "failure",
  canceled: "neutral",
  skipped: "neutral",
  manual: "neutral",
};

export function checksOf({ head_pipeline: pipeline }: z.infer<typeof WholeRequest>): RequestCheck[] {
  if (!pipeline) return [];
  return [
    {
      name: pipeline.name || `Pipeline ${pipeline.id}`,
      state: PIPELINE_STATES[pipeline.status] ?? "pending",
      url: pipeline.web_url,
      at: pipeline.updated_at ? new Date(pipeline.updated_at) : null,
    },
  ];
}
