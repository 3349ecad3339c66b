import {
  findPeopleOfIssue,
  listCommitsOfIssue,
  listIssuesFixedByHashes,
  listIssuesOfAssignees,
  listIssuesOfAuthors,
  listLinkedIssueIds,
  listLinkedRequestIds,
  listPagesOfIssue,
} from "../../../db/tables/commits/graphEdges.ts";
import { findCommitFacts } from "../../../db/tables/commits/gitCommits.ts";
import { listIssuesOfCommit } from "../../../db/tables/issues/issueCommits.ts";
import { listIssuesByIds } from "../../../db/tables/issues/issues.ts";
import { listIssuesOfPage } from "../../../db/tables/pages/pages.ts";
import { filesNamedByIssue, issuesMentioning } from "../../../engines/documents/fileMentions.ts";
import { commitsOfFile } from "../../../engines/documents/documentHistory.ts";
import { mutuallySimilar } from "../../../engines/similar/mutuallySimilar.ts";
import { listMarkedDuplicates } from "../../../project/presentLinks.ts";
import type { EdgeFamily, Graph } from "../Graph.ts";
import { ROW_LIMIT } from "../Neighbours.ts";

/** The number of an issue in the index; undefined before it is indexed. */
const issueInIndex = ({ index }: Graph, id: string): number | undefined => index.issues?.table.withId(id);

const idInIndex = ({ index }: Graph, issue: number): string => index.issues?.table.id(issue) ?? "";

/** Table `issue_commits`: a message closes or names the issue, or a request that closes it brought the commit. */
export const issueCommits: EdgeFamily = {
  between: ["issue", "commit"],
  from: {
    issue: async (graph, { id }, neighbours) => {
      neighbours.addRows("commit", await listCommitsOfIssue(graph.db, id, ROW_LIMIT), ({ source_id, hash, how }) => {
        const commit = graph.commitWith(source_id, hash);
        if (commit) neighbours.add(commit, how);
      });
    },
    commit: async (graph, { member, commit }, neighbours) => {
      const history = graph.index.commits[member];
      const facts = history && (await findCommitFacts(graph.db, history.part.source, history.table.hash(commit)));
      if (!facts) return;
      neighbours.addRows("issue", await listIssuesOfCommit(graph.db, Number(facts.id), ROW_LIMIT), ({ id, how }) =>
        neighbours.add({ kind: "issue", id }, how),
      );
    },
  },
};

/** Table `issue_requests`: a request closes or names the issue, or its branch has the issue's key. */
export const issueRequests: EdgeFamily = {
  between: ["issue", "request"],
  from: {
    issue: async ({ db }, { id }, neighbours) => {
      neighbours.addRows("request", await listLinkedRequestIds(db, id, ROW_LIMIT), (row) =>
        neighbours.add({ kind: "request", id: row.id }, row.how),
      );
    },
    request: async ({ db }, { id }, neighbours) => {
      neighbours.addRows("issue", await listLinkedIssueIds(db, id, ROW_LIMIT), (row) =>
        neighbours.add({ kind: "issue", id: row.id }, row.how),
      );
    },
  },
};

/** Who reported an issue, and to whom it is assigned. */
export const issuePeople: EdgeFamily = {
  between: ["issue", "person"],
  from: {
    issue: async (graph, { id }, neighbours) => {
      const { author, assignees } = await findPeopleOfIssue(graph.db, id, ROW_LIMIT);
      const reporter = graph.personOf({ account: author });
      if (reporter) neighbours.add(reporter, "authored");
      neighbours.addRows("person", assignees, (account) => {
        const person = graph.personOf({ account });
        if (person) neighbours.add(person, "assigned");
      });
    },
    person: async ({ db, projectId, directory }, { id }, neighbours) => {
      const accounts = directory.withId(id)?.accounts ?? [];
      const [reported, assigned] = await Promise.all([
        listIssuesOfAuthors(db, projectId, accounts, ROW_LIMIT),
        listIssuesOfAssignees(db, projectId, accounts, ROW_LIMIT),
      ]);
      neighbours.addRows("issue", assigned, (row) => neighbours.add({ kind: "issue", id: row.id }, "assigned"));
      neighbours.addRows("issue", reported, (row) => neighbours.add({ kind: "issue", id: row.id }, "authored"));
    },
  },
};

/** Table `issue_links`: the tracker has one as a duplicate of the other. */
export const markedDuplicates: EdgeFamily = {
  between: ["issue", "issue"],
  from: {
    issue: async ({ db, projectId }, { id }, neighbours) => {
      const [row] = await listIssuesByIds(db, projectId, [id]);
      if (!row) return;
      for (const other of await listMarkedDuplicates(db, { ...row, project_id: projectId }))
        neighbours.add({ kind: "issue", id: other }, "duplicate");
    },
  },
};

/** Issues that are among each other's best matches, from the index. */
export const similarIssues: EdgeFamily = {
  between: ["issue", "issue"],
  from: {
    issue: (graph, { id }, neighbours) => {
      const issue = issueInIndex(graph, id);
      if (issue === undefined) return;
      for (const { issue: other, isDuplicate } of mutuallySimilar(graph.index, issue))
        neighbours.add({ kind: "issue", id: idInIndex(graph, other) }, isDuplicate ? "duplicate" : "similar");
    },
  },
};

/** Commits of a file whose issues are looked up. */
const MAX_FIXES = 2000;

/** Files that the text of an issue names, from the index, and files that a fix of it changed, from the index and `issue_commits`. */
export const issueFiles: EdgeFamily = {
  between: ["issue", "file"],
  from: {
    issue: async (graph, { id }, neighbours) => {
      const fixes = await listCommitsOfIssue(graph.db, id, ROW_LIMIT);
      neighbours.addRows("file", fixes, ({ source_id, hash, how }) => {
        const at = how === "mentions" ? null : graph.commitWith(source_id, hash);
        const table = at && graph.index.commits[at.member]?.table;
        for (const path of table && at ? table.changes(at.commit) : [])
          neighbours.add({ kind: "file", source: source_id, path: table?.paths.at(path) ?? "" }, "changed");
      });
      const issue = issueInIndex(graph, id);
      for (const { member, file } of issue === undefined ? [] : filesNamedByIssue(graph.index, issue)) {
        const code = graph.index.code[member];
        if (code) neighbours.add({ kind: "file", source: code.part.source, path: code.files.path(file) }, "mentions");
      }
    },
    file: async (graph, { source, path }, neighbours) => {
      const history = graph.historyOf(source);
      const table = history?.commits.table;
      const hashes = history ? commitsOfFile(history.commits, path).slice(0, MAX_FIXES) : [];
      const rows = await listIssuesFixedByHashes(
        graph.db,
        source,
        hashes.map((commit) => table?.hash(commit) ?? ""),
        ROW_LIMIT,
      );
      neighbours.addRows("issue", rows, (row) => neighbours.add({ kind: "issue", id: row.issue_id }, "changed"));
      const code = graph.codeOf(source);
      const file = code?.code.files.find(path) ?? -1;
      if (!code || file < 0) return;
      for (const { issue } of issuesMentioning(graph.index, { member: code.member, file }))
        neighbours.add({ kind: "issue", id: idInIndex(graph, issue) }, "mentions");
    },
  },
};

/** Table `page_issues`: the page of a wiki names the issue. */
export const issuePages: EdgeFamily = {
  between: ["issue", "page"],
  from: {
    issue: async ({ db }, { id }, neighbours) => {
      neighbours.addRows("page", await listPagesOfIssue(db, id, ROW_LIMIT), (row) =>
        neighbours.add({ kind: "page", id: row.id }, "mentions"),
      );
    },
    page: async ({ db }, { id }, neighbours) => {
      neighbours.addRows("issue", await listIssuesOfPage(db, id, ROW_LIMIT), (issue) =>
        neighbours.add({ kind: "issue", id: issue }, "mentions"),
      );
    },
  },
};
