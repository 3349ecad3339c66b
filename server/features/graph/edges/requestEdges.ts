import { listRequestCommits } from "../../../db/tables/requests/requestDetails.ts";
import { originOfCommit, requestNumberOf } from "../../../project/commitOrigin.ts";
import { withRequestAddresses } from "../../../project/requestRef.ts";
import { listRequestsOfCommits } from "../../../db/tables/requests/changeRequests.ts";
import {
  findPeopleOfRequest,
  listPathsOfRequest,
  listRequestsByIds,
  listRequestsOfAuthors,
  listRequestsOfPath,
  listRequestsOfReviewers,
} from "../../../db/tables/commits/graphEdges.ts";
import { mergeOf } from "../../../engines/identities/peopleTable.ts";
import { referenceSpans } from "../../../engines/question/references.ts";
import type { OpenedCommits } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";
import type { EdgeFamily, Graph } from "../Graph.ts";
import { ROW_LIMIT } from "../Neighbours.ts";

/** Commits by the number of the request that their message says they brought. */
const commitsByRequest = memoize((commits: OpenedCommits): ReadonlyMap<number, readonly number[]> => {
  const result = new Map<number, number[]>();
  for (let commit = 0; commit < commits.table.length; commit++) {
    const number = requestNumberOf(commits, commit);
    if (number === null) continue;
    const numberCommits = result.get(number);
    if (numberCommits) numberCommits.push(commit);
    else result.set(number, [commit]);
  }
  return result;
});

/** The commits that each merge brought into the main line. */
const commitsByMerge = memoize(({ table }: OpenedCommits): ReadonlyMap<number, readonly number[]> =>
  Map.groupBy(
    Array.from({ length: table.length }, (_, commit) => commit).filter((commit) => mergeOf(table, commit) >= 0),
    (commit) => mergeOf(table, commit),
  ),
);

/** The requests that brought a commit: it or its merge is theirs, or the message of one of the two has their number. */
export async function requestsThatBrought(graph: Graph, member: number, commit: number) {
  const commits = graph.index.commits[member];
  const among = await graph.requestSources();
  if (!commits || among.length === 0) return [];
  const sources = await graph.requestSourcesOf(commits.part.source);
  return listRequestsOfCommits(graph.db, graph.projectId, { ...originOfCommit(commits, commit), sources });
}

/** Requests of a repository whose number a text mentions. */
export async function requestsMentioned(graph: Graph, source: string, text: string) {
  const numbers = referenceSpans(text).flatMap(({ reference: { kind, value, within } }) =>
    kind === "number" && within === null ? [Number(value)] : [],
  );
  const sources = numbers.length === 0 ? [] : await graph.requestSourcesOf(source);
  if (sources.length === 0) return [];
  const named = { hashes: [], sources, numbers: [...new Set(numbers)] };
  return withRequestAddresses(graph.db, await listRequestsOfCommits(graph.db, graph.projectId, named));
}

/** Tables of requests and messages of the index. */
export const commitRequests: EdgeFamily = {
  between: ["commit", "request"],
  from: {
    commit: async (graph, { member, commit }, neighbours) => {
      for (const { id } of await requestsThatBrought(graph, member, commit))
        neighbours.add({ kind: "request", id }, "request");
    },
    request: async (graph, { id }, neighbours) => {
      const [request] = await listRequestsByIds(graph.db, graph.projectId, [id]);
      if (!request) return;
      const near = new Set(await graph.repositoriesOfRequests(request.source_id));
      const listed = (await listRequestCommits(graph.db, id)).map(({ hash }) => hash);
      graph.index.commits.forEach((commits, member) => {
        const { table, part } = commits;
        const named = [request.merge_hash, request.head_hash, ...listed].flatMap((hash) =>
          hash === null ? [] : table.withHash(hash, 1),
        );
        const requestCommits = new Set([
          ...named,
          ...(near.has(part.source) ? (commitsByRequest(commits).get(request.number) ?? []) : []),
        ]);
        for (const commit of requestCommits) {
          neighbours.add({ kind: "commit", member, commit }, "request");
          for (const brought of commitsByMerge(commits).get(commit) ?? [])
            if (!requestCommits.has(brought)) neighbours.add({ kind: "commit", member, commit: brought }, "request");
        }
      });
    },
  },
};

/** Who opened a request, and who reviewed it. */
export const requestPeople: EdgeFamily = {
  between: ["request", "person"],
  from: {
    request: async (graph, { id }, neighbours) => {
      const { author, reviewers } = await findPeopleOfRequest(graph.db, id, ROW_LIMIT);
      const opener = graph.personOf({ account: author });
      if (opener) neighbours.add(opener, "authored");
      neighbours.addRows("person", reviewers, (account) => {
        const person = graph.personOf({ account });
        if (person) neighbours.add(person, "reviewed");
      });
    },
    person: async ({ db, projectId, directory }, { id }, neighbours) => {
      const accounts = directory.withId(id)?.accounts ?? [];
      const [opened, reviewed] = await Promise.all([
        listRequestsOfAuthors(db, projectId, accounts, ROW_LIMIT),
        listRequestsOfReviewers(db, projectId, accounts, ROW_LIMIT),
      ]);
      neighbours.addRows("request", opened, (row) => neighbours.add({ kind: "request", id: row.id }, "authored"));
      neighbours.addRows("request", reviewed, (row) => neighbours.add({ kind: "request", id: row.id }, "reviewed"));
    },
  },
};

/** Table `request_files`: the files that a request changes, in each repository that its numbers refer to. */
export const requestFiles: EdgeFamily = {
  between: ["request", "file"],
  from: {
    request: async (graph, { id }, neighbours) => {
      const [request] = await listRequestsByIds(graph.db, graph.projectId, [id]);
      if (!request) return;
      const paths = await listPathsOfRequest(graph.db, id, ROW_LIMIT);
      for (const source of await graph.repositoriesOfRequests(request.source_id))
        neighbours.addRows("file", paths, ({ path }) => neighbours.add({ kind: "file", source, path }, "changed"));
    },
    file: async (graph, { source, path }, neighbours) => {
      const sources = graph.historyOf(source) ? await graph.requestSourcesOf(source) : [];
      neighbours.addRows(
        "request",
        await listRequestsOfPath(graph.db, graph.projectId, sources, path, ROW_LIMIT),
        ({ id }) => neighbours.add({ kind: "request", id }, "changed"),
      );
    },
  },
};
