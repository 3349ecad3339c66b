import type { z } from "zod";
import { message, type Message } from "../../../messages/messages.ts";
import { namedOption, offersWith } from "../../connector/writerForms.ts";
import type { WriterOffers } from "../../connector/writerTypes.ts";
import type { Login, Milestone, WritableIssue } from "./GithubWriteCalls.ts";
import { labelsOf, issueStateOf, statesFrom } from "./githubIssueParts.ts";

interface OffersInput {
  readonly host: string;
  readonly account: string;
  readonly issue: WritableIssue;
  readonly isArchived: boolean;
  readonly mayTriage: boolean;
  readonly mayCommentLocked: boolean;
  readonly labels: readonly { readonly name: string }[];
  readonly people: readonly z.infer<typeof Login>[];
  readonly milestones: readonly z.infer<typeof Milestone>[];
}

/** What an account can do to an issue, by its permissions in the repository. */
export function offersOf({
  host,
  account,
  issue,
  isArchived,
  mayTriage,
  mayCommentLocked,
  labels,
  people,
  milestones,
}: OffersInput): WriterOffers {
  const reasonOf = (isAllowed: boolean, reason: Message): Message | null =>
    isArchived ? message("write.archived", { host: host }) : isAllowed ? null : reason;
  const edits = reasonOf(mayTriage, message("write.needs_triage", { host: host }));
  const offer = offersWith(edits);
  const isLocked = issue.locked === true && !mayCommentLocked;
  const isOwn = issue.user?.login === account;
  const current = issueStateOf(issue);
  const milestone = (row: z.infer<typeof Milestone>) => ({ id: String(row.number), name: row.title });
  return {
    account,
    actions: [
      offer("comment", { reason: reasonOf(!isLocked, message("write.locked", { host: host })) }),
      offer("state", {
        // The author of an issue may close it without further permissions.
        reason: reasonOf(mayTriage || isOwn, message("write.needs_triage", { host: host })),
        options: statesFrom(issue),
        current: [namedOption(current)],
      }),
      offer("labels", {
        options: labels.map(({ name }) => namedOption(name)),
        current: labelsOf(issue).map(namedOption),
        isMultiple: true,
      }),
      offer("assignees", {
        options: people.map(({ login }) => namedOption(login)),
        current: (issue.assignees ?? []).map(({ login }) => namedOption(login)),
        isMultiple: true,
      }),
      offer("milestones", {
        options: milestones.map(milestone),
        current: issue.milestone ? [milestone(issue.milestone)] : [],
      }),
      offer("duplicate", {}),
    ],
  };
}
