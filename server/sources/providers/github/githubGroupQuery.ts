/** The query for the details of several pull requests, and the shape of its answer. */
import { z } from "zod";
import { HostNumber, HostTime, HostUrl } from "../../rest/hostFields.ts";
import { optionalField } from "../../rest/optionalField.ts";

/** Rows of each list of a request. One with more of them is read by itself. */
const LIST = 100;
const REVIEWS = 50;
const THREADS = 20;
const REPLIES = 20;

const ACTOR =
  "__typename login avatarUrl ... on User { databaseId } ... on Bot { databaseId } ... on Mannequin { databaseId } ... on Organization { databaseId }";
/** The number of REST. `databaseId` itself has 32 bits, which newer rows exceed. */
const ID = "databaseId: fullDatabaseId";
const MORE = "pageInfo { hasNextPage }";
const NAMED = "__typename ... on User { login } ... on Bot { login } ... on Mannequin { login }";
const EVENT = `id createdAt actor { ${ACTOR} }`;

const DETAILS = `fragment details on PullRequest {
  number
  reviews(first: ${REVIEWS}) {
    ${MORE}
    nodes { ${ID} state body url submittedAt commit { oid } author { ${ACTOR} } }
  }
  files(first: ${LIST}) { ${MORE} nodes { path additions deletions } }
  commits(first: ${LIST}) { ${MORE} nodes { commit { oid messageHeadline author { name date } } } }
  reviewThreads(first: ${THREADS}) {
    ${MORE}
    nodes {
      isResolved diffSide
      comments(first: ${REPLIES}) {
        ${MORE}
        nodes {
          ${ID} body url path createdAt updatedAt line originalLine startLine originalStartLine subjectType outdated
          diffHunk commit { oid } originalCommit { oid } pullRequestReview { ${ID} } author { ${ACTOR} }
        }
      }
    }
  }
  timelineItems(first: ${LIST}, itemTypes: [ISSUE_COMMENT, CLOSED_EVENT, REOPENED_EVENT, MERGED_EVENT, LABELED_EVENT, UNLABELED_EVENT,
    ASSIGNED_EVENT, UNASSIGNED_EVENT, REVIEW_REQUESTED_EVENT, REVIEW_REQUEST_REMOVED_EVENT, REVIEW_DISMISSED_EVENT, RENAMED_TITLE_EVENT,
    READY_FOR_REVIEW_EVENT, CONVERT_TO_DRAFT_EVENT, HEAD_REF_FORCE_PUSHED_EVENT, HEAD_REF_DELETED_EVENT, HEAD_REF_RESTORED_EVENT,
    BASE_REF_CHANGED_EVENT, BASE_REF_FORCE_PUSHED_EVENT, MILESTONED_EVENT, DEMILESTONED_EVENT, LOCKED_EVENT, UNLOCKED_EVENT]) {
    ${MORE}
    nodes {
      __typename
      ... on IssueComment { ${ID} body url createdAt updatedAt author { ${ACTOR} } }
      ... on ClosedEvent { ${EVENT} }
      ... on ReopenedEvent { ${EVENT} }
      ... on MergedEvent { ${EVENT} commit { oid } }
      ... on LabeledEvent { ${EVENT} label { name } }
      ... on UnlabeledEvent { ${EVENT} label { name } }
      ... on AssignedEvent { ${EVENT} assignee { ${NAMED} } }
      ... on UnassignedEvent { ${EVENT} assignee { ${NAMED} } }
      ... on ReviewRequestedEvent { ${EVENT} requestedReviewer { ${NAMED} ... on Team { name } } }
      ... on ReviewRequestRemovedEvent { ${EVENT} requestedReviewer { ${NAMED} ... on Team { name } } }
      ... on ReviewDismissedEvent { ${EVENT} dismissalMessage }
      ... on RenamedTitleEvent { ${EVENT} previousTitle currentTitle }
      ... on ReadyForReviewEvent { ${EVENT} }
      ... on ConvertToDraftEvent { ${EVENT} }
      ... on HeadRefForcePushedEvent { ${EVENT} }
      ... on HeadRefDeletedEvent { ${EVENT} }
      ... on HeadRefRestoredEvent { ${EVENT} }
      ... on BaseRefChangedEvent { ${EVENT} }
      ... on BaseRefForcePushedEvent { ${EVENT} }
      ... on MilestonedEvent { ${EVENT} milestoneTitle }
      ... on DemilestonedEvent { ${EVENT} milestoneTitle }
      ... on LockedEvent { ${EVENT} }
      ... on UnlockedEvent { ${EVENT} }
    }
  }
}`;
const CHECKS = `fragment checks on PullRequest {
  headRefOid
  last: commits(last: 1) {
    nodes {
      commit {
        oid
        statusCheckRollup {
          contexts(first: ${LIST}) {
            ${MORE}
            nodes {
              __typename
              ... on CheckRun { name status conclusion detailsUrl startedAt completedAt }
              ... on StatusContext { context state targetUrl createdAt }
            }
          }
        }
      }
    }
  }
}`;

/** @param requests by number; the checks of one that is open are read too */
export function groupQuery(requests: readonly { readonly number: number; readonly isOpen: boolean }[]): string {
  const parts = requests.map(
    ({ number, isOpen }) => `r${number}: pullRequest(number: ${number}) { ...details${isOpen ? " ...checks" : ""} }`,
  );
  const fragments = requests.some(({ isOpen }) => isOpen) ? [DETAILS, CHECKS] : [DETAILS];
  return `query($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    ${parts.join("\n    ")}
  }
}
${fragments.join("\n")}`;
}

const list = <T extends z.ZodType>(row: T) =>
  z.object({ pageInfo: z.object({ hasNextPage: z.boolean() }), nodes: z.array(row.nullable()).nullish() }).nullish();
/** GraphQL writes a number of 64 bits as text. */
const BigId = z.union([z.number().int(), z.string().regex(/^\d{1,19}$/)]).transform((value) => BigInt(value));
const Oid = z.object({ oid: z.string() }).nullish();
const Login = z.object({ login: z.string().nullish(), name: z.string().nullish() }).nullish();

export const GroupActor = z
  .object({
    __typename: z.string(),
    login: z.string(),
    avatarUrl: HostUrl,
    databaseId: HostNumber.nullish(),
  })
  .nullish();

export const GroupReview = z.object({
  databaseId: BigId.nullish(),
  state: z.string(),
  body: z.string().nullish(),
  url: HostUrl,
  submittedAt: HostTime.nullish(),
  commit: Oid,
  author: GroupActor,
});
export const GroupComment = z.object({
  databaseId: BigId.nullish(),
  body: z.string().nullish(),
  url: HostUrl,
  path: z.string(),
  createdAt: HostTime,
  updatedAt: HostTime,
  line: HostNumber.nullish(),
  originalLine: HostNumber.nullish(),
  startLine: HostNumber.nullish(),
  originalStartLine: HostNumber.nullish(),
  subjectType: z.string().nullish(),
  outdated: z.boolean().nullish(),
  diffHunk: z.string().nullish(),
  commit: Oid,
  originalCommit: Oid,
  pullRequestReview: z.object({ databaseId: BigId.nullish() }).nullish(),
  author: GroupActor,
});
export const GroupThread = z.object({
  isResolved: z.boolean(),
  diffSide: z.string().nullish(),
  comments: list(GroupComment),
});
export const GroupItem = z.object({
  __typename: z.string(),
  id: z.string().nullish(),
  databaseId: BigId.nullish(),
  body: z.string().nullish(),
  url: HostUrl.optional(),
  createdAt: HostTime.nullish(),
  updatedAt: HostTime.nullish(),
  author: GroupActor,
  actor: GroupActor,
  commit: Oid,
  label: Login,
  assignee: Login,
  requestedReviewer: Login,
  dismissalMessage: z.string().nullish(),
  previousTitle: z.string().nullish(),
  currentTitle: z.string().nullish(),
  milestoneTitle: z.string().nullish(),
});
const GroupCommit = z.object({
  commit: z.object({
    oid: z.string(),
    messageHeadline: z.string().nullish(),
    author: z.object({ name: z.string().nullish(), date: HostTime.nullish() }).nullish(),
  }),
});
export const GroupCheck = z.object({
  __typename: z.string(),
  name: z.string().nullish(),
  status: z.string().nullish(),
  conclusion: z.string().nullish(),
  detailsUrl: HostUrl.optional(),
  startedAt: HostTime.nullish(),
  completedAt: HostTime.nullish(),
  context: z.string().nullish(),
  state: z.string().nullish(),
  targetUrl: HostUrl.optional(),
  createdAt: HostTime.nullish(),
});
export const GroupRequest = z.object({
  number: HostNumber,
  reviews: list(GroupReview),
  files: list(z.object({ path: z.string(), additions: HostNumber.nullish(), deletions: HostNumber.nullish() })),
  commits: list(GroupCommit),
  reviewThreads: list(GroupThread),
  timelineItems: list(GroupItem),
  headRefOid: z.string().nullish(),
  last: z
    .object({
      nodes: z
        .array(
          z
            .object({
              commit: z.object({
                oid: z.string(),
                statusCheckRollup: z.object({ contexts: list(GroupCheck) }).nullish(),
              }),
            })
            .nullable(),
        )
        .nullish(),
    })
    .nullish(),
});
export type GroupRequest = z.infer<typeof GroupRequest>;

/** Errors name the part of the answer that they are about. */
export const GroupAnswer = z.object({
  errors: optionalField(
    z.array(
      z.object({
        type: z.string().nullish(),
        message: z.string().nullish(),
        path: z.array(z.union([z.string(), z.number()])).nullish(),
      }),
    ),
  ),
  data: z.object({ repository: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});
export type GroupAnswer = z.infer<typeof GroupAnswer>;
