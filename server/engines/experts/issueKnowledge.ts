import type { IssueRef } from "../../../contract/issues/analysis.ts";
import { issueRef } from "../ranking/itemRefs.ts";
import type { AccountOfIssue } from "../../db/tables/issues/issueComments.ts";
import { accountKey } from "../identities/knownIdentities.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";
import { readQuestion } from "../question/question.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";

/** Evidence from trackers for one question: each person's share in similar issues, and these issues. */
export interface IssueKnowledge {
  readonly amounts: ReadonlyMap<number, number>;
  /** Issues by person, the most alike first. */
  readonly issuesOf: ReadonlyMap<number, readonly IssueRef[]>;
}

export const NO_ISSUES: IssueKnowledge = { amounts: new Map(), issuesOf: new Map() };

const MAX_SIMILAR_ISSUES = 20;

/** An account that had to do with an issue, and how. */
export interface IssueContributor extends AccountOfIssue {
  readonly how: "assigned" | "commented";
}

/** The issues of an index that are most like a text, best first, with the score of each. */
export interface LikeIssues {
  readonly issues: readonly number[];
  readonly ids: readonly string[];
  readonly scores: Float32Array;
}

/** @param except the issue of the question @returns null for an index without issues */
export function likeIssues(
  index: OpenedIndex,
  text: { readonly title: string; readonly body: string },
  except: string | null,
): LikeIssues | null {
  const { issues } = index;
  const [scores] = issues ? index.issueGroup.score(readQuestion(text.title, text.body).terms) : [];
  if (!issues || !scores) return null;
  const alike = Array.from(scores.keys())
    .filter((issue) => (scores[issue] ?? 0) > 0 && issues.table.id(issue) !== except)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, MAX_SIMILAR_ISSUES);
  return { issues: alike, ids: alike.map((issue) => issues.table.id(issue)), scores };
}

/** @param accounts the people of those issues */
export function issueKnowledge(
  index: OpenedIndex,
  table: PeopleTable,
  { issues: alike, scores }: LikeIssues,
  accounts: readonly IssueContributor[],
): IssueKnowledge {
  const { issues } = index;
  if (!issues) return NO_ISSUES;
  const maximum = scores[alike[0] ?? -1] ?? 1;
  const amounts = new Map<number, number>();
  const issuesOf = new Map<number, IssueRef[]>();
  const give = (issue: number, person: number, share: number): void => {
    if (person < 0) return;
    const ref = issueRef(issues, issue);
    const personIssues = issuesOf.get(person) ?? [];
    issuesOf.set(person, personIssues);
    // Count each issue once: the person who fixed it has usually also commented on it.
    if (personIssues.some((listed) => listed.id === ref.id)) return;
    personIssues.push(ref);
    amounts.set(
      person,
      (amounts.get(person) ?? 0) + share * ((scores[issue] ?? 0) / maximum) ** EXPERT_CONSTANTS.likenessExponent.value,
    );
  };
  for (const issue of alike) {
    for (const hash of issues.table.fixCommits(issue)) {
      for (const history of table.histories)
        for (const commit of history.commits.table.withHash(hash, 1))
          give(issue, history.authors[commit] ?? -1, EXPERT_CONSTANTS.fixed.value);
    }
    const issueAccounts = accounts.filter((account) => account.issue_id === issues.table.id(issue));
    for (const account of issueAccounts.toSorted(
      (a, b) => EXPERT_CONSTANTS[b.how].value - EXPERT_CONSTANTS[a.how].value,
    ))
      give(issue, table.find({ ...account, key: accountKey(account.account_id) }), EXPERT_CONSTANTS[account.how].value);
  }
  return { amounts, issuesOf };
}
