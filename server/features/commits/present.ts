import { commitSummary, issueOfNode, personOfSignature } from "../../project/commitRefs.ts";
import type { IssueRef } from "../../../contract/issues/analysis.ts";
import type { Commit, Signature } from "../../../contract/code/commits.ts";
import type { RequestRef } from "../../../contract/requests/requestRef.ts";
import { issueRef } from "../../engines/ranking/itemRefs.ts";
import { childrenOf } from "../../engines/commits/commitGraph.ts";
import { otherFixes } from "../../engines/commits/otherFixes.ts";
import { commitUrl } from "../../sources/hostLinks.ts";
import { loginOf } from "../../engines/identities/identityKeys.ts";
import { type PeopleTable, mergeOf } from "../../engines/identities/peopleTable.ts";
import { shortName } from "../../git/commitText.ts";
import type { OpenedCommits, OpenedIndex, OpenedIssues } from "../../index/OpenedIndex.ts";
import type { Trailer, TrailerKind } from "../../index/text/commitTrailers.ts";
import { messageReferences } from "./messageReferences.ts";
import type { CommitData, CommitInIndex } from "./readCommit.ts";

export const issueRefs = (issues: OpenedIssues | null, numbers: readonly number[]): IssueRef[] =>
  issues ? numbers.map((issue) => issueRef(issues, issue)) : [];

/** @param at milliseconds since 1970 */
export const presentSignature = (
  people: PeopleTable,
  { name, email }: { readonly name: string; readonly email: string },
  at: number,
): Signature => ({
  name: shortName(name),
  email: email.includes("@") && loginOf(email) === null ? email : null,
  person: personOfSignature(people, { name, email }),
  at: new Date(at).toISOString(),
});

/** Who signs off a commit passes it on; that is no credit of its own. */
const CREDITS: Readonly<Partial<Record<TrailerKind, Commit["credits"][number]["kind"]>>> = {
  coAuthor: "co_author",
  review: "review",
  test: "test",
  report: "report",
};

/** @param trailers with the persons that each one names */
export const presentCredits = (people: PeopleTable, trailers: readonly Trailer[]): Commit["credits"] =>
  trailers.flatMap(({ kind, ...signature }) => {
    const credit = CREDITS[kind];
    return credit === undefined
      ? []
      : [
          {
            kind: credit,
            name: shortName(signature.name || signature.email),
            person: personOfSignature(people, signature),
          },
        ];
  });

/** The trailers of a commit of the index. */
const trailersOf = ({ table }: OpenedCommits, commit: number): Trailer[] =>
  table.trailers(commit).map(({ kind, person }) => ({ kind, ...table.person(person) }));

/** Entries of each list of a commit; the answer also has the totals. */
export const MAX_COMMIT_ENTRIES = 10;

/** A commit with everything that its page shows, except for what it changed. */
export function presentCommit(index: OpenedIndex, place: CommitInIndex, data: CommitData): Commit {
  const { source, commits, commit } = place;
  const { table } = commits;
  const { title, body, facts, people, issues, requests, releases } = data;
  const hash = table.hash(commit);
  const merge = mergeOf(table, commit);
  const committedAt = (table.times[commit] ?? 0) * 1000;
  return {
    source: source.id,
    repository: source.name,
    hash,
    is_indexed: true,
    url: commitUrl(source, hash),
    title,
    body,
    references: messageReferences(index, people, `${title}\n${body}`, { issues, requests: [...data.mentioned] }),
    author: presentSignature(people, table.author(commit), facts?.authored_at.getTime() ?? committedAt),
    committer: presentSignature(people, table.person(table.committers[commit] ?? 0), committedAt),
    credits: presentCredits(people, trailersOf(commits, commit)),
    is_merge: table.isMerge(commit),
    ...presentRelatives(people, commits, commit, data.parents),
    merged_by: merge < 0 ? null : commitSummary(people, commits, merge),
    issues: issues.map((node) => ({ issue: issueOfNode(node), how: howOf(node) })),
    requests: requests.map(requestOf),
    releases: releases.slice(0, MAX_COMMIT_ENTRIES).map(releaseOf),
    releases_total: releases.length,
    files: table.changes(commit).length,
    added: facts?.added ?? null,
    removed: facts?.deleted ?? null,
    ...presentFixes(index, people, place),
  };
}

type CommitNode = CommitData["issues"][number];
type ReleaseNode = Pick<CommitData["releases"][number], "id" | "title" | "url" | "at">;

const howOf = ({ how }: CommitNode): Commit["issues"][number]["how"] =>
  how === "closes" || how === "request" ? how : "mentions";

const requestOf = ({ id, key, address, title, state, url }: CommitNode): RequestRef => ({
  key: key ?? "",
  address: address ?? id,
  title,
  state: state ?? "open",
  url: url ?? "",
});

export const releaseOf = ({ id: tag, title, url, at }: ReleaseNode): Commit["releases"][number] => ({
  tag,
  name: title === tag ? null : title,
  url,
  at: at ?? new Date(0).toISOString(),
});

function presentRelatives(
  people: PeopleTable,
  commits: OpenedCommits,
  commit: number,
  parents: readonly string[],
): Pick<Commit, "parents" | "children" | "children_total"> {
  const { table } = commits;
  const children = [...childrenOf(table, commit)];
  return {
    parents: parents.map((hash) => {
      const at = table.withHash(hash, 1)[0];
      return { hash, commit: at === undefined ? null : commitSummary(people, commits, at) };
    }),
    children: children.slice(0, MAX_COMMIT_ENTRIES).map((child) => commitSummary(people, commits, child)),
    children_total: children.length,
  };
}

function presentFixes(
  index: OpenedIndex,
  people: PeopleTable,
  { commits, member, commit }: CommitInIndex,
): Pick<Commit, "fixes" | "fixes_total"> {
  const fixes = otherFixes(index, member, commit);
  return {
    fixes: fixes.slice(0, MAX_COMMIT_ENTRIES).map((fix) => ({
      commit: commitSummary(people, commits, fix.commit),
      issues: issueRefs(index.issues, fix.issues),
      paths: fix.paths.slice(0, MAX_COMMIT_ENTRIES).map((path) => commits.table.paths.at(path)),
    })),
    fixes_total: fixes.length,
  };
}
