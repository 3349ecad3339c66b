import { millisecondsOf } from "../../../contract/durations.ts";
import { codeOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { currentFiles } from "../ranking/commits.ts";
import type { DocumentFacts } from "./facts.ts";
import type { People } from "./factPeople.ts";
import { BULK_COMMIT_FILES } from "../ranking/bulkCommits.ts";

const DOCUMENT = /\.(md|mdx|markdown|rst|adoc|asciidoc)$/i;

/** The current documents of the repositories, with the times at which a human changed each. */
export function documentFacts(
  index: OpenedIndex,
  sourceOf: ReadonlyMap<string, number>,
  people: Pick<People, "list" | "ofSignature">,
): DocumentFacts[] {
  const documents: DocumentFacts[] = [];
  for (const commits of index.commits) {
    const source = sourceOf.get(commits.part.source);
    const code = codeOf(index, commits.part.source);
    if (source === undefined || !code) continue;
    const times = new Map<number, number[]>();
    for (let file = 0; file < code.files.length; file += 1) {
      if (DOCUMENT.test(code.files.path(file)) && !["vendored", "generated"].includes(code.files.kind(file))) {
        times.set(file, []);
      }
    }
    if (times.size === 0) continue;
    const { table } = commits;
    const isBot = Uint8Array.from({ length: table.peopleCount }, (_, at) =>
      people.list[people.ofSignature({ ...table.person(at), sourceId: commits.part.source })]?.isBot === true ? 1 : 0,
    );
    const fileOf = currentFiles(code, commits);
    for (let commit = table.length - 1; commit >= 0; commit -= 1) {
      const changed = table.changes(commit);
      if (changed.length > BULK_COMMIT_FILES.singleFile || isBot[table.authors[commit] ?? 0] === 1) continue;
      for (const path of changed) times.get(fileOf[path] ?? -1)?.push(millisecondsOf(table.times[commit] ?? 0));
    }
    for (const [file, at] of times) {
      documents.push({ source, path: code.files.path(file), changedAt: Float64Array.from(at).sort() });
    }
  }
  return documents;
}
