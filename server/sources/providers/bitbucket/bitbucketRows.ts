/** The rows of Bitbucket's answers, and what they are here. */
import { z } from "zod";
import { isBotAccount } from "../../../isBotAccount.ts";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { HostRequest, RequestReview } from "../../connector/requestTypes.ts";
import { HostNumber, HostTime, HostUrl } from "../../rest/hostFields.ts";

export const User = z.object({
  uuid: z.string().nullish(),
  account_id: z.string().nullish(),
  nickname: z.string().nullish(),
  display_name: z.string().nullish(),
  type: z.string().nullish(),
  links: z.object({ avatar: z.object({ href: HostUrl }).nullish() }).nullish(),
});
export const Repository = z.object({
  uuid: z.string(),
  full_name: z.string(),
  is_private: z.boolean().nullish(),
  mainbranch: z.object({ name: z.string() }).nullish(),
});
const Side = z.object({
  branch: z.object({ name: z.string() }).nullish(),
  commit: z.object({ hash: z.string() }).nullish(),
});
export const RequestRow = z.object({
  id: HostNumber,
  title: z.string(),
  description: z.string().nullish(),
  summary: z.object({ raw: z.string().nullish() }).nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  author: User.nullish(),
  source: Side.nullish(),
  destination: Side.nullish(),
  merge_commit: z.object({ hash: z.string() }).nullish(),
  closed_by: User.nullish(),
  links: z.object({ html: z.object({ href: HostUrl }).nullish() }).nullish(),
  created_on: HostTime,
  updated_on: HostTime,
});
export const Participants = z.object({
  reviewers: z.array(User).nullish(),
  comment_count: z.number().nullish(),
  participants: z
    .array(
      z.object({
        user: User.nullish(),
        role: z.string().nullish(),
        approved: z.boolean().nullish(),
        state: z.string().nullish(),
        participated_on: HostTime.nullish(),
      }),
    )
    .nullish(),
});
export const FileRow = z.object({
  old: z.object({ path: z.string() }).nullish(),
  new: z.object({ path: z.string() }).nullish(),
  lines_added: z.number().int().nullish(),
  lines_removed: z.number().int().nullish(),
});
/** A page of a list. */
export const ListPage = z.object({
  values: z.array(z.unknown()),
  next: z.string().nullish(),
  size: z.number().int().nullish(),
});

export function requestOf(row: z.infer<typeof RequestRow>): HostRequest {
  const isMerged = row.state === "MERGED";
  const isOpen = row.state === "OPEN";
  return {
    externalId: String(row.id),
    number: row.id,
    key: `#${row.id}`,
    title: row.title,
    body: row.summary?.raw ?? row.description ?? "",
    state: isMerged ? "merged" : isOpen ? "open" : "closed",
    isDraft: row.draft ?? false,
    author: personOf(row.author),
    sourceBranch: row.source?.branch?.name ?? null,
    targetBranch: row.destination?.branch?.name ?? null,
    headHash: row.source?.commit?.hash ?? null,
    mergeHash: isMerged ? (row.merge_commit?.hash ?? null) : null,
    url: row.links?.html?.href ?? "",
    createdAt: new Date(row.created_on),
    updatedAt: new Date(row.updated_on),
    // Bitbucket names no time of the end; the last change is the closest field.
    mergedAt: isMerged ? new Date(row.updated_on) : null,
    closedAt: isOpen ? null : new Date(row.updated_on),
    // Bitbucket has no labels and no assignees; the list leaves out the reviewers.
    labels: [],
    assignees: [],
    reviewers: [],
    baseHash: row.destination?.commit?.hash ?? null,
    mergedBy: isMerged ? personOf(row.closed_by) : null,
  };
}

export function reviewOf(
  participant: NonNullable<z.infer<typeof Participants>["participants"]>[number],
): RequestReview | null {
  const person = personOf(participant.user);
  if (!person || !participant.participated_on) return null;
  const state =
    participant.approved || participant.state === "approved"
      ? "approved"
      : participant.state === "changes_requested"
        ? "changes_requested"
        : "commented";
  const submittedAt = new Date(participant.participated_on);
  return { externalId: person.externalId, person, state, submittedAt, body: "", url: null, commitHash: null };
}

export function personOf(user: z.infer<typeof User> | null | undefined): TrackerPerson | null {
  const id = user?.uuid ?? user?.account_id;
  if (!user || !id) return null;
  const login = user.nickname ?? user.display_name ?? id;
  return {
    externalId: id,
    login,
    name: user.display_name ?? login,
    email: null,
    avatarUrl: user.links?.avatar?.href ?? null,
    isBot: (user.type !== null && user.type !== undefined && user.type !== "user") || isBotAccount(login),
  };
}
