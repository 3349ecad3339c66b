import { millisecondsOf } from "../../contract/durations.ts";
import type { IssueRef } from "../../contract/issues/analysis.ts";
import type { CommitSummary } from "../../contract/code/commits.ts";
import type { Person } from "../../contract/fieldSchemas.ts";
import type { GraphNode } from "../../contract/code/graph.ts";
import { commitRef } from "../engines/ranking/itemRefs.ts";
import type { NameAndEmail } from "../engines/identities/mailmap.ts";
import type { PeopleTable } from "../engines/identities/peopleTable.ts";
import { shortName } from "../git/commitText.ts";
import type { OpenedCommits } from "../index/OpenedIndex.ts";
import { presentPerson } from "./personAccounts.ts";

/** The person of the project with a signature; null for a bot and for an unknown signature. */
export function personOfSignature(people: PeopleTable, signature: NameAndEmail): Person | null {
  const person = people.find(signature);
  return person >= 0 && people.people[person]?.isBot === false ? presentPerson(people, person) : null;
}

/** A commit as far as a link to it and to its author needs it. */
export function commitSummary(people: PeopleTable, commits: OpenedCommits, commit: number): CommitSummary {
  const author = commits.table.author(commit);
  return { ...commitRef(commits, commit), author: shortName(author.name), person: personOfSignature(people, author) };
}

/** The same for a commit that was read from a mirror. `at`: seconds since 1970 */
export const mirrorSummary = (
  people: PeopleTable,
  repository: string,
  {
    hash,
    title,
    author,
    at,
  }: { readonly hash: string; readonly title: string; readonly author: NameAndEmail; readonly at: number },
): CommitSummary => ({
  repository,
  hash,
  title,
  author: shortName(author.name),
  person: personOfSignature(people, author),
  at: new Date(millisecondsOf(at)).toISOString(),
});

/** An issue of the graph as a link needs it. */
export const issueOfNode = ({
  id,
  key,
  address,
  title,
  state,
}: Pick<GraphNode, "id" | "key" | "address" | "title" | "state">): IssueRef => ({
  id,
  key: key ?? "",
  address: address ?? id,
  title,
  state: state === "open" ? "open" : "closed",
});
