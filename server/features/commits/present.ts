import type { IssueRef } from "../../../contract/analysis.ts";
import type { Commit, CommitSummary, Signature } from "../../../contract/commits.ts";
import { issueRef, commitRef } from "../../engines/analyze/issueRef.ts";
import { loginOf } from "../../engines/experts/identityKeys.ts";
import type { PeopleTable } from "../../engines/experts/peopleTable.ts";
import type { OpenedCommits, OpenedIssues } from "../../index/OpenedIndex.ts";
import type { TrailerKind } from "../../index/text/commitTrailers.ts";
import { presentPerson } from "../experts/personAccounts.ts";

/** A commit as far as a link to it needs it. */
export const commitSummary = (commits: OpenedCommits, commit: number): CommitSummary => ({
  ...commitRef(commits, commit),
  author: commits.table.author(commit).name,
});

export const issueRefs = (issues: OpenedIssues | null, numbers: readonly number[]): IssueRef[] =>
  issues ? numbers.map((issue) => issueRef(issues, issue)) : [];

/** The person of the project with a signature; null for a program and for an unknown signature. */
export function personOf(people: PeopleTable, signature: { readonly name: string; readonly email: string }) {
  const person = people.find(signature);
  return person >= 0 && people.people[person]?.isBot === false ? presentPerson(people, person) : null;
}

/** @param at milliseconds since 1970 */
export const presentSignature = (
  people: PeopleTable,
  { name, email }: { readonly name: string; readonly email: string },
  at: number,
): Signature => ({
  name,
  email: email.includes("@") && loginOf(email) === null ? email : null,
  person: personOf(people, { name, email }),
  at: new Date(at).toISOString(),
});

/** Who signs off a commit passes it on; that is no credit of its own. */
const CREDITS: Readonly<Partial<Record<TrailerKind, Commit["credits"][number]["kind"]>>> = {
  coAuthor: "co_author",
  review: "review",
  test: "test",
  report: "report",
};

export const presentCredits = (people: PeopleTable, { table }: OpenedCommits, commit: number): Commit["credits"] =>
  table.trailers(commit).flatMap(({ kind, person }) => {
    const credit = CREDITS[kind];
    const signature = table.person(person);
    return credit === undefined
      ? []
      : [{ kind: credit, name: signature.name || signature.email, person: personOf(people, signature) }];
  });
