import type { FastifyBaseLogger } from "fastify";
import { MAX_DIFF_FILES } from "../../../contract/code/commits.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import { secondsOf } from "../../../contract/durations.ts";
import type { FoundReviewer, RequestFindings } from "../../../contract/requests/requestFindings.ts";
import type { RequestDiff } from "../../../contract/requests/requests.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import { planNow } from "../../access/subscription.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import {
  type RequestWithBody,
  listIssuesOfRequest,
  listRequestCommits,
} from "../../db/tables/requests/requestDetails.ts";
import { countWaitingReviews } from "../../db/tables/requests/requestReviews.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import { issueRef } from "../../engines/ranking/itemRefs.ts";
import type { ChangedFile } from "../../engines/review/changedPlaces.ts";
import type { Reviewer } from "../../engines/review/reviewers.ts";
import { type ReviewFindings, placesOfRequest, reviewRequest } from "../../engines/review/reviewRequest.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import { changedFilesOf } from "../../project/filesOfDiff.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { trackerAccountsOf, presentPerson } from "../../project/personAccounts.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import { optedOut, readPlaceKnowledge } from "../experts/expertRanking.ts";
import { diffOfRequest, repositoriesOf } from "./requestDiff.ts";

/** Commits of a request whose authors are read. */
const MAX_COMMITS = 500;

interface RequestOfProject {
  readonly project: Pick<ProjectAccess, "id" | "slug" | "companyId">;
  readonly request: RequestWithBody;
  readonly log: FastifyBaseLogger;
  /** Where the reviews that wait for a reviewer are counted: what is shown at a host may count those of its repository alone. */
  readonly loadOf: "project" | "source";
}

/**
 * What a request should be looked at for. Of one that is closed, people and history count as they were when it was opened.
 * @throws the signal's reason
 */
export async function findingsOfRequest(
  deps: CommitDeps,
  { project, request, log, loadOf }: RequestOfProject,
  signal: AbortSignal,
): Promise<RequestFindings> {
  const { db } = deps;
  const [index, named, company] = await Promise.all([
    openProjectIndex(db, deps.indexes, project.id, log),
    namedIssues(db, request.id),
    findCompanyById(db, project.companyId),
  ]);
  const recommendsPeople = planHas(planNow(company, new Date()), "expert_recommender");
  const member = await memberOf(db, index, project.id, request);
  const nothing = { source: null, head: null, files: 0, has_lines: false, reviewers: [], missing: [], pages: [] };
  if (member < 0) return { ...nothing, status: "unindexed", issues: named };
  const diff = await diffOfRequest(deps, project.id, request, { whitespace: "show" }, signal);
  if (diff.status === "unavailable") return { ...nothing, status: "unavailable", issues: named };
  const files = changesOf(index, member, diff);
  const [table, writers] = await Promise.all([projectPeople(db, project.id, index), writersOf(deps, diff, signal)]);
  const question = { index, table, member, project, request, files, total: diff.total, writers, loadOf };
  const review = await reviewWithPeople(db, question);
  return {
    status: "ready",
    source: index.code[member]?.part.source ?? null,
    head: diff.head,
    files: diff.total,
    has_lines: diff.status === "shown",
    reviewers: recommendsPeople ? await presentReviewers(db, table, project, review.reviewers) : [],
    issues: [...named, ...likelyOnes(index, review, named)],
    missing: [...review.missing],
    pages: review.pages.map(({ mentions, ...page }) => ({ ...page, names: mentions.map(({ text }) => text) })),
  };
}

/** Position in the index of the repository that has the code of a request; -1 where none is indexed. */
async function memberOf(db: Db, index: OpenedIndex, projectId: string, request: RequestWithBody): Promise<number> {
  const sources = await repositoriesOf(db, projectId, request.source_id);
  return index.code.findIndex(({ part }) => sources.includes(part.source));
}

/** The host lists names without what happened to them: what the index does not have is new. */
function changesOf(index: OpenedIndex, member: number, diff: RequestDiff): ChangedFile[] {
  if (diff.status === "shown") return changedFilesOf(diff.files);
  const table = index.code[member]?.files;
  return diff.host_files.slice(0, MAX_DIFF_FILES).map(({ path, added, removed }) => ({
    path,
    oldPath: null,
    change: (table?.find(path) ?? -1) < 0 ? "added" : "modified",
    ranges: [],
    lines: added === null && removed === null ? null : (added ?? 0) + (removed ?? 0),
  }));
}

interface Reviewed {
  readonly index: OpenedIndex;
  readonly table: PeopleTable;
  readonly member: number;
  readonly project: Pick<ProjectAccess, "id" | "companyId">;
  readonly request: RequestWithBody;
  readonly files: readonly ChangedFile[];
  readonly total: number;
  readonly loadOf: RequestOfProject["loadOf"];
  /** Addresses that its commits are written with. */
  readonly writers: ReadonlySet<string>;
}

/** The addresses of who wrote the commits of a request, as far as there is a copy of them. */
async function writersOf(
  { openMirror }: CommitDeps,
  { source, base, head }: RequestDiff,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const mirror = source === null || base === null || head === null ? null : await openMirror(source);
  if (mirror === null || base === null || head === null) return new Set();
  try {
    const { commits } = await mirror.readCommitsBetween({ base, head, maxCommits: MAX_COMMITS }, signal);
    return new Set(commits.map(({ email }) => email));
  } catch (error) {
    if (!hasGitFailed(error)) throw error;
    return new Set();
  }
}

/** The findings with what the database knows of people: who wrote the request, who opted out, and who has much to review. */
async function reviewWithPeople(
  db: Db,
  { index, table, member, project, request, files, total, writers, loadOf }: Reviewed,
): Promise<ReviewFindings> {
  const places = placesOfRequest(index, member, files);
  const [waiting, commits, excluded, knowledge] = await Promise.all([
    countWaitingReviews(db, loadOf === "source" ? { sourceId: request.source_id } : { projectId: project.id }),
    listRequestCommits(db, request.id),
    optedOut(db, project, table),
    readPlaceKnowledge(db, project.id, index, table, places.files),
  ]);
  const personOfAccount = new Map(table.people.flatMap(({ accounts }, person) => accounts.map((id) => [id, person])));
  const load = new Map<number, number>();
  for (const { account_id: account, waiting: count } of waiting) {
    const person = personOfAccount.get(account);
    if (person !== undefined) load.set(person, (load.get(person) ?? 0) + Number(count));
  }
  const author = personOfAccount.get(request.author_id ?? "");
  const names = new Set(commits.map((commit) => commit.author.toLowerCase()));
  const authors = table.people.flatMap(({ name, emails }, person) =>
    names.has(name.toLowerCase()) || emails.values().some((address) => writers.has(address)) ? [person] : [],
  );
  const { title, body, state, created_at: openedAt } = request;
  return reviewRequest(
    index,
    table,
    {
      member,
      title,
      body,
      files,
      total,
      excluded: new Set([...excluded, ...authors, ...(author === undefined ? [] : [author])]),
      load,
      knowledge,
      beforeSeconds: state === "open" ? null : secondsOf(openedAt.getTime()),
    },
    places,
  );
}

async function presentReviewers(
  db: Db,
  table: PeopleTable,
  project: Pick<ProjectAccess, "id" | "slug">,
  reviewers: readonly Reviewer[],
): Promise<FoundReviewer[]> {
  const people = reviewers.map(({ person }) => person);
  const facts = await trackerAccountsOf(db, project.id, table, people);
  return reviewers.map(({ person, load, functions, reasons }) => ({
    person: presentPerson(table, person, facts.get(person)),
    load,
    functions: [...functions],
    reasons: reasons.map(({ code, points, commits }) => ({
      code,
      points,
      evidence: commits.flatMap(({ history, commit }) => {
        const log = table.histories[history]?.commits.table;
        if (!log) return [];
        const hash = log.hash(commit);
        const href = `/projects/${encodeURIComponent(project.slug)}/commits/${hash}`;
        return [{ text: `${shortHash(hash)} ${log.subject(commit)}`, href }];
      }),
    })),
  }));
}

type FoundIssues = RequestFindings["issues"];

/** The issues that the request, its commits or its branch name. */
async function namedIssues(db: Db, requestId: string): Promise<FoundIssues> {
  const rows = await listIssuesOfRequest(db, requestId);
  const shared = await listIssuesWithSharedKey(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ how, ...row }) => {
    const { id, key, title, state } = row;
    return { issue: { id, key, address: issueAddress(row, shared.has(id)), title, state }, how, path: null };
  });
}

function likelyOnes({ issues }: OpenedIndex, reviewFindings: ReviewFindings, named: FoundIssues): FoundIssues {
  if (!issues) return [];
  const isNamed = new Set(named.map(({ issue }) => issue.id));
  return reviewFindings.issues.flatMap(({ issue, path }) => {
    const ref = issueRef(issues, issue);
    return isNamed.has(ref.id) ? [] : [{ issue: ref, how: "likely" as const, path }];
  });
}
