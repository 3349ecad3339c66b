import {
  findPeopleOfIssue,
  listCommitsOfIssue,
  listIssuesFixedByHashes,
  listIssuesOfAssignees,
  listIssuesOfAuthors,
  listIssuesOfRequest,
  listPagesOfIssue,
  listRequestsOfIssue,
} from "../../../db/tables/graphEdges.ts";
import { findCommitFacts } from "../../../db/tables/gitCommits.ts";
import { listIssuesOfCommit } from "../../../db/tables/issueCommits.ts";
import { listIssuesOfPage } from "../../../db/tables/pages.ts";
import { filesNamedByIssue, issuesMentioning } from "../../../engines/documents/fileMentions.ts";
import { commitsOfFile } from "../../../engines/documents/documentHistory.ts";
import { mutuallySimilar } from "../../../engines/similar/mutuallySimilar.ts";
import type { OpenedIssues } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";
import type { EdgeFamily, Graph } from "../Graph.ts";
import { MAX_NEIGHBOURS } from "../Neighbours.ts";

const issuesById = memoize(
  ({ table }: OpenedIssues): ReadonlyMap<string, number> =>
    new Map(Array.from({ length: table.length }, (_, issue) => [table.id(issue), issue])),
);

/** The number of an issue in the index; undefined before it is indexed. */
const issueInIndex = ({ index }: Graph, id: string): number | undefined =>
  index.issues ? issuesById(index.issues).get(id) : undefined;

const idInIndex = ({ index }: Graph, issue: number): string => index.issues?.table.id(issue) ?? "";

/** Table `issue_commits`: a message closes or names the issue, or a request that closes it brought the commit. */
export const issueCommits: EdgeFamily = {
  between: ["issue", "commit"],
  from: {
    issue: async (graph, { id }, found) => {
      const rows = await listCommitsOfIssue(graph.db, id, MAX_NEIGHBOURS);
      for (const { source_id, hash, how } of rows) {
        const commit = graph.commitWith(source_id, hash);
        if (commit) found.add(commit, how);
      }
      if (rows.length === MAX_NEIGHBOURS) found.cap("commit");
    },
    commit: async (graph, { member, commit }, found) => {
      const history = graph.index.commits[member];
      const facts = history && (await findCommitFacts(graph.db, history.part.source, history.table.hash(commit)));
      if (!facts) return;
      for (const { id, how } of await listIssuesOfCommit(graph.db, Number(facts.id)))
        found.add({ kind: "issue", id }, how);
    },
  },
};

/** Table `issue_requests`: a request closes or names the issue, or its branch has the issue's key. */
export const issueRequests: EdgeFamily = {
  between: ["issue", "request"],
  from: {
    issue: async ({ db }, { id }, found) => {
      for (const row of await listRequestsOfIssue(db, id, MAX_NEIGHBOURS))
        found.add({ kind: "request", id: row.id }, row.how);
    },
    request: async ({ db }, { id }, found) => {
      for (const row of await listIssuesOfRequest(db, id, MAX_NEIGHBOURS))
        found.add({ kind: "issue", id: row.id }, row.how);
    },
  },
};

/** Who reported an issue, and to whom it is assigned. */
export const issuePeople: EdgeFamily = {
  between: ["issue", "person"],
  from: {
    issue: async (graph, { id }, found) => {
      const { author, assignees } = await findPeopleOfIssue(graph.db, id);
      const reporter = graph.personOf({ account: author });
      if (reporter) found.add(reporter, "authored");
      for (const account of assignees) {
        const person = graph.personOf({ account });
        if (person) found.add(person, "assigned");
      }
    },
    person: async ({ db, projectId, directory }, { id }, found) => {
      const accounts = directory.withId(id)?.accounts ?? [];
      const [reported, assigned] = await Promise.all([
        listIssuesOfAuthors(db, projectId, accounts, MAX_NEIGHBOURS),
        listIssuesOfAssignees(db, projectId, accounts, MAX_NEIGHBOURS),
      ]);
      for (const row of assigned) found.add({ kind: "issue", id: row.id }, "assigned");
      for (const row of reported) found.add({ kind: "issue", id: row.id }, "authored");
      if (reported.length === MAX_NEIGHBOURS || assigned.length === MAX_NEIGHBOURS) found.cap("issue");
    },
  },
};

/** Of the index: issues that are among each other's best matches. */
export const similarIssues: EdgeFamily = {
  between: ["issue", "issue"],
  from: {
    issue: (graph, { id }, found) => {
      const issue = issueInIndex(graph, id);
      if (issue === undefined) return;
      for (const { issue: other, isDuplicate } of mutuallySimilar(graph.index, issue))
        found.add({ kind: "issue", id: idInIndex(graph, other) }, isDuplicate ? "duplicate" : "similar");
    },
  },
};

/** Commits of a file whose issues are looked up. */
const MAX_FIXES = 2000;

/** Of the index: the text of the issue names the file. Of the index and `issue_commits`: a fix of the issue changed the file. */
export const issueFiles: EdgeFamily = {
  between: ["issue", "file"],
  from: {
    issue: async (graph, { id }, found) => {
      const fixes = await listCommitsOfIssue(graph.db, id, MAX_NEIGHBOURS);
      for (const { source_id, hash, how } of fixes) {
        const at = how === "mentions" ? null : graph.commitWith(source_id, hash);
        const table = at && graph.index.commits[at.member]?.table;
        for (const path of table && at ? table.changes(at.commit) : [])
          found.add({ kind: "file", source: source_id, path: table?.paths.at(path) ?? "" }, "changed");
      }
      const issue = issueInIndex(graph, id);
      for (const { member, file } of issue === undefined ? [] : filesNamedByIssue(graph.index, issue)) {
        const code = graph.index.code[member];
        if (code) found.add({ kind: "file", source: code.part.source, path: code.files.path(file) }, "mentions");
      }
    },
    file: async (graph, { source, path }, found) => {
      const history = graph.historyOf(source);
      const table = history?.commits.table;
      const hashes = history ? commitsOfFile(history.commits, path).slice(0, MAX_FIXES) : [];
      const rows = await listIssuesFixedByHashes(
        graph.db,
        source,
        hashes.map((commit) => table?.hash(commit) ?? ""),
      );
      for (const { issue_id } of rows) found.add({ kind: "issue", id: issue_id }, "changed");
      const code = graph.codeOf(source);
      const file = code?.code.files.find(path) ?? -1;
      if (!code || file < 0) return;
      for (const { issue } of issuesMentioning(graph.index, { member: code.member, file }))
        found.add({ kind: "issue", id: idInIndex(graph, issue) }, "mentions");
    },
  },
};

/** Table `page_issues`: the page of a wiki names the issue. */
export const issuePages: EdgeFamily = {
  between: ["issue", "page"],
  from: {
    issue: async ({ db }, { id }, found) => {
      for (const row of await listPagesOfIssue(db, id, MAX_NEIGHBOURS))
        found.add({ kind: "page", id: row.id }, "mentions");
    },
    page: async ({ db }, { id }, found) => {
      for (const issue of await listIssuesOfPage(db, id)) found.add({ kind: "issue", id: issue }, "mentions");
    },
  },
};
