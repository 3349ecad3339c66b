import {
  listAuthorsOfPage,
  listFilesOfPage,
  listPagesOfAuthors,
  listPagesOfFile,
} from "../../../db/tables/commits/graphEdges.ts";
import { changersOf, commitsOfFile } from "../../../engines/documents/documentHistory.ts";
import { type FileInIndex, documentsNaming, filesNamedByDocument } from "../../../engines/documents/fileMentions.ts";
import { currentFiles, formerPaths } from "../../../engines/ranking/commits.ts";
import type { EdgeFamily, Graph } from "../Graph.ts";
import { type Neighbours, ROW_LIMIT } from "../Neighbours.ts";

/** The definitions of a file, from the index. */
export const fileFunctions: EdgeFamily = {
  between: ["file", "function"],
  from: {
    file: (graph, { source, path }, neighbours) => {
      const place = graph.codeOf(source);
      const table = place?.code.symbols?.table;
      const file = place?.code.files.find(path) ?? -1;
      if (!place || !table || file < 0) return;
      const { from, to } = table.ofFile(file);
      for (let symbol = from; symbol < to; symbol++)
        neighbours.add({ kind: "function", member: place.member, symbol }, "contains");
    },
    function: ({ index }, { member, symbol }, neighbours) => {
      const code = index.code[member];
      const file = code?.symbols?.table.file(symbol);
      if (code && file !== undefined)
        neighbours.add({ kind: "file", source: code.part.source, path: code.files.path(file) }, "contains");
    },
  },
};

/** Who changed a file, alone or with others, from the index; merges and bots are left out. */
export const filePeople: EdgeFamily = {
  between: ["file", "person"],
  from: {
    file: (graph, { source, path }, neighbours) => {
      const history = graph.historyOf(source);
      if (!history) return;
      for (const { person, commits } of changersOf(
        graph.people,
        history.commits,
        commitsOfFile(history.commits, path),
      )) {
        const node = graph.personOf({ number: person });
        if (node) neighbours.add(node, "changed", commits);
      }
    },
    person: ({ people, directory }, { id }, neighbours) => {
      const number = directory.withId(id)?.number ?? -1;
      if (number < 0 || people.people[number]?.isBot !== false) return;
      for (const { commits, authors, credits } of people.histories) {
        const { table, part } = commits;
        for (let commit = 0; commit < table.length; commit++) {
          if (table.isMerge(commit)) continue;
          const isTheirs =
            authors[commit] === number ||
            credits.get(commit)?.some(({ person, kind }) => person === number && kind === "coAuthor") === true;
          for (const path of isTheirs ? table.changes(commit) : [])
            neighbours.add({ kind: "file", source: part.source, path: table.paths.at(path) }, "changed");
        }
      }
    },
  },
};

/** Tables `page_paths` and `page_symbols`: the page of a wiki names the file or one of its definitions. */
export const filePages: EdgeFamily = {
  between: ["file", "page"],
  from: {
    file: async ({ db }, { source, path }, neighbours) => {
      neighbours.addRows("page", await listPagesOfFile(db, source, path, ROW_LIMIT), (page) =>
        neighbours.add({ kind: "page", id: page }, "documents"),
      );
    },
    page: async ({ db }, { id }, neighbours) => {
      neighbours.addRows("file", await listFilesOfPage(db, id, ROW_LIMIT), ({ source, path }) =>
        neighbours.add({ kind: "file", source, path }, "documents"),
      );
    },
  },
};

/** Files that a file of documentation names or links to, and the paths that a file had before it was moved, from the index. */
export const fileFiles: EdgeFamily = {
  between: ["file", "file"],
  from: {
    file: (graph, { source, path }, neighbours) => {
      addMoves(graph, source, path, neighbours);
      const place = graph.codeOf(source);
      const file = place?.code.files.find(path) ?? -1;
      if (!place || file < 0) return;
      const at = { member: place.member, file };
      for (const other of [...documentsNaming(graph.index, at), ...filesNamedByDocument(graph.index, at)])
        addFile(graph, other, neighbours);
    },
  },
};

function addFile({ index }: Graph, { member, file }: FileInIndex, neighbours: Neighbours): void {
  const code = index.code[member];
  if (code) neighbours.add({ kind: "file", source: code.part.source, path: code.files.path(file) }, "documents");
}

/** A path of the history that is gone and whose name is unique in the repository is taken for moved, as by the experts. */
function addMoves(graph: Graph, source: string, path: string, neighbours: Neighbours): void {
  const [place, history] = [graph.codeOf(source), graph.historyOf(source)];
  if (!place || !history) return;
  const { commits } = history;
  const file = place.code.files.find(path);
  const add = (other: string): void => {
    if (other !== path) neighbours.add({ kind: "file", source, path: other }, "moved");
  };
  if (file < 0) {
    const number = commits.table.pathNumbers.get(path);
    const now = number === undefined ? -1 : (currentFiles(place.code, commits)[number] ?? -1);
    if (now >= 0) add(place.code.files.path(now));
    return;
  }
  for (const other of formerPaths(place.code, commits, file)) add(other);
}

/** Table `page_versions`: who wrote a page. */
export const pagePeople: EdgeFamily = {
  between: ["page", "person"],
  from: {
    page: async (graph, { id }, neighbours) => {
      neighbours.addRows("person", await listAuthorsOfPage(graph.db, id, ROW_LIMIT), ({ author_id, versions }) => {
        const person = graph.personOf({ account: author_id });
        if (person) neighbours.add(person, "authored", Number(versions));
      });
    },
    person: async ({ db, projectId, directory }, { id }, neighbours) => {
      const accounts = directory.withId(id)?.accounts ?? [];
      neighbours.addRows("page", await listPagesOfAuthors(db, projectId, accounts, ROW_LIMIT), (row) =>
        neighbours.add({ kind: "page", id: row.id }, "authored", Number(row.versions)),
      );
    },
  },
};
