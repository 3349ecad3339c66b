/** The rows of Bitbucket Data Center's answers, and what they are here: https://developer.atlassian.com/server/bitbucket/rest/ */
import { z } from "zod";
import { isBotAccount } from "../../../isBotAccount.ts";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { HostRequest } from "../../connector/requestTypes.ts";
import { HostNumber } from "../../rest/hostFields.ts";

/** Milliseconds since 1970, up to the year 9999. */
export const HostMilliseconds = z.number().int().min(0).max(253_402_300_799_000);

export const DataCenterUser = z.object({
  id: z.number().int().nullish(),
  name: z.string().max(300).nullish(),
  slug: z.string().max(300).nullish(),
  displayName: z.string().nullish(),
  emailAddress: z.string().nullish(),
  type: z.string().nullish(),
});
export const DataCenterProject = z.object({ key: z.string().max(200) });
export const DataCenterRepositoryRow = z.object({
  id: z.number().int(),
  slug: z.string().max(200),
  project: DataCenterProject,
  public: z.boolean().nullish(),
  archived: z.boolean().nullish(),
});
const Ref = z.object({
  id: z.string().nullish(),
  displayId: z.string().nullish(),
  latestCommit: z.string().nullish(),
  repository: z.object({ id: z.number().int() }).nullish(),
});
export const Participant = z.object({
  user: DataCenterUser.nullish(),
  role: z.string().nullish(),
  status: z.string().nullish(),
  approved: z.boolean().nullish(),
  lastReviewedCommit: z.string().nullish(),
});
export const DataCenterRequestRow = z.object({
  id: HostNumber,
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  /** Since 8.18. */
  draft: z.boolean().nullish(),
  createdDate: HostMilliseconds,
  updatedDate: HostMilliseconds,
  closedDate: HostMilliseconds.nullish(),
  fromRef: Ref.nullish(),
  toRef: Ref.nullish(),
  author: Participant.nullish(),
  reviewers: z.array(Participant).nullish(),
  participants: z.array(Participant).nullish(),
  properties: z.object({ mergeCommit: z.object({ id: z.string() }).nullish() }).nullish(),
});
export type DataCenterRequestRow = z.infer<typeof DataCenterRequestRow>;

/** A page of a list, which is paged by numbers. */
export const DataCenterPage = z.object({
  values: z.array(z.unknown()),
  isLastPage: z.boolean(),
  nextPageStart: z.number().int().min(0).nullish(),
});

const HASH = /^[0-9a-f]{40,64}$/;
export const commitHashOf = (text: string | null | undefined): string | null => (text && HASH.test(text) ? text : null);

/** @param page of the repository @param root of the host, whose accounts have numbers of their own */
export function dataCenterRequestOf(row: DataCenterRequestRow, page: string, root: string): HostRequest {
  const isMerged = row.state === "MERGED";
  const isOpen = row.state === "OPEN";
  const closedAt = isOpen ? null : new Date(row.closedDate ?? row.updatedDate);
  return {
    externalId: String(row.id),
    number: row.id,
    key: `#${row.id}`,
    title: row.title,
    body: row.description ?? "",
    state: isMerged ? "merged" : isOpen ? "open" : "closed",
    isDraft: row.draft ?? false,
    author: dataCenterPersonOf(row.author?.user, root),
    sourceBranch: branchOf(row.fromRef),
    targetBranch: branchOf(row.toRef),
    headHash: commitHashOf(row.fromRef?.latestCommit),
    // A fast-forward has no commit of its own.
    mergeHash: isMerged ? commitHashOf(row.properties?.mergeCommit?.id) : null,
    // The host's links name the address that its administrator has set, which may be another one.
    url: requestPage(page, row.id),
    createdAt: new Date(row.createdDate),
    updatedAt: new Date(row.updatedDate),
    mergedAt: isMerged ? closedAt : null,
    closedAt,
    // It has no labels of requests and no assignees.
    labels: [],
    assignees: [],
    reviewers: (row.reviewers ?? []).flatMap(({ user }) => dataCenterPersonOf(user, root) ?? []),
    baseHash: commitHashOf(row.toRef?.latestCommit),
    mergedBy: null,
  };
}

export const requestPage = (page: string, number: number): string => `${page}/pull-requests/${number}`;

const branchOf = (ref: z.infer<typeof Ref> | null | undefined): string | null =>
  ref?.displayId ?? ref?.id?.replace(/^refs\/(?:heads|tags)\//, "") ?? null;

/**
 * An account by its number, which stays when it is renamed; null for one that the host no longer has. The login is the name in the address
 * of its page.
 */
export function dataCenterPersonOf(
  user: z.infer<typeof DataCenterUser> | null | undefined,
  root: string,
): TrackerPerson | null {
  const login = user?.slug ?? user?.name;
  if (!user || !login) return null;
  const { host, pathname } = new URL(root);
  const email = user.emailAddress && /^\S+@\S+$/.test(user.emailAddress) ? user.emailAddress : null;
  return {
    // Two installations number their accounts alike.
    externalId: `${host}${pathname.replace(/\/$/, "")}/${user.id ?? login}`,
    login,
    name: user.displayName || login,
    email,
    avatarUrl: null,
    isBot: user.type === "SERVICE" || isBotAccount(login),
  };
}
