import { listTags } from "../../../db/tables/commits/gitTags.ts";
import { commitsOfFile } from "../../../engines/documents/documentHistory.ts";
import { ancestorsOf, commitsOfTag, tagsWith } from "../../../engines/commits/commitGraph.ts";
import { touchesOf } from "../../../engines/localize/touches.ts";
import { BULK_COMMIT_FILES } from "../../../engines/ranking/bulkCommits.ts";
import type { EdgeFamily } from "../Graph.ts";

/** The files that a commit changed against its first parent, from the index. */
export const commitFiles: EdgeFamily = {
  between: ["commit", "file"],
  from: {
    commit: ({ index }, { member, commit }, neighbours) => {
      const history = index.commits[member];
      if (!history) return;
      for (const path of history.table.changes(commit))
        neighbours.add({ kind: "file", source: history.part.source, path: history.table.paths.at(path) }, "changed");
    },
    file: (graph, { source, path }, neighbours) => {
      const history = graph.historyOf(source);
      for (const commit of history ? commitsOfFile(history.commits, path) : [])
        neighbours.add({ kind: "commit", member: history?.member ?? 0, commit }, "changed");
    },
  },
};

/** Functions whose lines a commit changed, from the lines in the index. Commits that change many files are no evidence about a function. */
export const commitFunctions: EdgeFamily = {
  between: ["commit", "function"],
  from: {
    commit: (graph, { member, commit }, neighbours) => {
      const history = graph.index.commits[member];
      const code = history && graph.codeOf(history.part.source);
      if (!history || !code) return;
      const changed = history.table.changes(commit);
      if (changed.length > BULK_COMMIT_FILES.singleFile) return;
      for (const path of changed) {
        const file = code.code.files.find(history.table.paths.at(path));
        for (const touch of file < 0 ? [] : touchesOf(code.code, history, file))
          if (touch.commit === commit)
            neighbours.add({ kind: "function", member: code.member, symbol: touch.symbol }, "changed");
      }
    },
    function: (graph, { member, symbol }, neighbours) => {
      const code = graph.index.code[member];
      const history = code && graph.historyOf(code.part.source);
      if (!code?.symbols || !history) return;
      const { commits } = history;
      for (const touch of touchesOf(code, commits, code.symbols.table.file(symbol)))
        if (touch.symbol === symbol && commits.table.changes(touch.commit).length <= BULK_COMMIT_FILES.singleFile)
          neighbours.add({ kind: "commit", member: history.member, commit: touch.commit }, "changed");
    },
  },
};

const CREDITS = { coAuthor: "co_authored", review: "reviewed", merge: "merged" } as const;

/** Who wrote a commit, helped, reviewed or merged it, from the index. */
export const commitPeople: EdgeFamily = {
  between: ["commit", "person"],
  from: {
    commit: (graph, { member, commit }, neighbours) => {
      const history = graph.people.histories[member];
      if (!history) return;
      const add = (number: number, how: "authored" | (typeof CREDITS)[keyof typeof CREDITS]): void => {
        const person = number < 0 ? null : graph.personOf({ number });
        if (person) neighbours.add(person, how);
      };
      add(history.authors[commit] ?? -1, "authored");
      for (const { person, kind } of history.credits.get(commit) ?? []) add(person, CREDITS[kind]);
      add(history.mergers[commit] ?? -1, "merged");
    },
    person: ({ people, directory }, { id }, neighbours) => {
      const number = directory.withId(id)?.number ?? -1;
      if (number < 0) return;
      people.histories.forEach(({ authors, mergers, credits }, member) => {
        for (let commit = 0; commit < authors.length; commit++) {
          const node = { kind: "commit", member, commit } as const;
          if (authors[commit] === number) neighbours.add(node, "authored");
          for (const { person, kind } of credits.get(commit) ?? [])
            if (person === number) neighbours.add(node, CREDITS[kind]);
          if (mergers[commit] === number) neighbours.add(node, "merged");
        }
      });
    },
  },
};

/** Releases whose history has a commit, from the index and the table of tags. */
export const commitReleases: EdgeFamily = {
  between: ["commit", "release"],
  from: {
    commit: async ({ db, index }, { member, commit }, neighbours) => {
      const history = index.commits[member];
      if (!history) return;
      for (const { tag } of tagsWith(history.table, commit, await listTags(db, history.part.source)))
        neighbours.add({ kind: "release", source: history.part.source, tag: tag.name }, "released");
    },
    release: async (graph, { source, tag }, neighbours) => {
      const named = (await listTags(graph.db, source)).find(({ name }) => name === tag);
      const history = graph.historyOf(source);
      if (!named || !history) return;
      const { member, commits } = history;
      for (const commit of ancestorsOf(commits.table, ...commitsOfTag(commits.table, named))) {
        if (neighbours.isFull("commit")) return neighbours.cap("commit");
        neighbours.add({ kind: "commit", member, commit }, "released");
      }
    },
  },
};
