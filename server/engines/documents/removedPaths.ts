import { millisecondsOf } from "../../../contract/durations.ts";
import { shortName } from "../../git/commitText.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import { codeOf, type OpenedCommits, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { fileKindOf } from "../../index/text/fileKind.ts";
import { fileLanguageOf } from "../../index/text/languages.ts";
import { memoize } from "../../memoize.ts";
import type { Removal } from "./deletedSymbols.ts";
import type { PageDocument } from "./DocumentCollection.ts";
import { newestCommitOfPath } from "./documentHistory.ts";
import { lastPartOf, resolvePath } from "./documentPath.ts";

export interface RemovedPath {
  /** The repository whose history removed it. */
  readonly source: string;
  readonly removal: Removal;
}

/** What the history of one repository says of a path; `present`: it is there, although it is not indexed. */
type PathHistory = Removal | "present" | "unknown";

/** Finds the commits that removed paths which pages name. */
export class RemovedPaths {
  readonly #index: OpenedIndex;
  readonly #mirrors: ReadonlyMap<string, Mirror>;
  readonly #earlier: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #signal: AbortSignal;
  readonly #histories = new Map<string, PathHistory>();

  /**
   * @param mirrors by the id of their source, those that can be read
   * @param earlier by the id of their source, paths that were found to be removed before
   */
  constructor(
    index: OpenedIndex,
    mirrors: ReadonlyMap<string, Mirror>,
    earlier: ReadonlyMap<string, ReadonlySet<string>>,
    signal: AbortSignal,
  ) {
    this.#index = index;
    this.#mirrors = mirrors;
    this.#earlier = earlier;
    this.#signal = signal;
  }

  /** The commit that removed a path that a page names, or the last file of a folder. */
  async find(page: PageDocument, name: string): Promise<RemovedPath | null> {
    const bare = name.replace(/^(?:\.{1,2}\/)+/, "");
    const candidates = [...new Set([bare, resolvePath(page.path, name) ?? bare])].filter(
      (path) => path.includes("/") || fileLanguageOf(path),
    );
    // The page's own repository first: it means that one unless it has no such thing.
    const histories = this.#index.commits.toSorted(
      (a, b) => Number(b.part.source === page.source) - Number(a.part.source === page.source),
    );
    for (const commits of histories) {
      for (const candidate of candidates) {
        const path = historicPath(commits, candidate);
        const history = path === null ? "unknown" : await this.#historyOf(commits, path);
        if (history === "present") return null;
        if (history !== "unknown") return { source: commits.part.source, removal: history };
      }
    }
    return null;
  }

  async #historyOf(commits: OpenedCommits, path: string): Promise<PathHistory> {
    const key = `${commits.part.source}\0${path}`;
    const history = this.#histories.get(key) ?? (await this.#readHistory(commits, path));
    this.#histories.set(key, history);
    return history;
  }

  async #readHistory(commits: OpenedCommits, path: string): Promise<PathHistory> {
    const { part, table } = commits;
    const mirror = this.#mirrors.get(part.source);
    const code = codeOf(this.#index, part.source);
    // What is not indexed (pictures, very large files, links) may be there all the same.
    if (mirror && code && (await mirror.pathExists(code.part.commit, path, this.#signal))) return "present";
    const wasRemoved = this.#earlier.get(part.source)?.has(path) === true;
    if (!mirror && !wasRemoved && fileLanguageOf(path) === null) return "present";
    const newest = newestCommitOfPath(commits, path);
    if (newest === undefined || SUBTREE.test(table.subject(newest))) return "unknown";
    return {
      hash: table.hash(newest),
      author: shortName(table.author(newest).name),
      title: table.subject(newest),
      at: millisecondsOf(table.times[newest] ?? 0),
      path,
      now: movedTo(this.#index, part.source, path),
    };
  }
}

/** What `git subtree --squash` writes: the paths of such a commit are those of another repository's root. */
const SUBTREE = /^Squashed '.+' (?:changes|content) from /;
const UNOWNED_KINDS: ReadonlySet<string> = new Set(["example", "test", "vendored", "generated"]);
/** Prose and settings in samples, whose file kind is not `example`: names in a sample belong to its reader, not to the project. */
const IN_SAMPLE = /(?:^|\/)(?:examples?|samples?|demos?|fixtures?|testdata|skeletons?|boilerplates?|starters?)\//i;

const isUnowned = (path: string): boolean => UNOWNED_KINDS.has(fileKindOf(path)) || IN_SAMPLE.test(path);

interface PathsOfHistory {
  readonly folders: ReadonlySet<string>;
  /** Paths of files by their last name. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

/** Every file and folder that a history ever had. */
const pathsOfHistory = memoize(({ table }: OpenedCommits): PathsOfHistory => {
  const folders = new Set<string>();
  const byName = Map.groupBy(table.pathNumbers.keys(), lastPartOf);
  for (const path of table.pathNumbers.keys()) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return { folders, byName };
});

/** The path of the history that is meant: exactly this one, a folder of it, or the only one that ends so. */
function historicPath(commits: OpenedCommits, path: string): string | null {
  const { folders, byName } = pathsOfHistory(commits);
  if (commits.table.pathNumbers.has(path) || folders.has(path)) return path;
  if (!path.includes("/")) return null;
  // A reader's own `proj/settings.py` is no example of ours that ends so.
  const endings = (byName.get(lastPartOf(path)) ?? []).filter(
    (formerPath) => formerPath.endsWith(`/${path}`) && !isUnowned(formerPath),
  );
  return endings.length === 1 ? (endings[0] ?? null) : null;
}

/** The one file of this name that is there now. */
function movedTo(index: OpenedIndex, source: string, path: string): string | null {
  const code = codeOf(index, source);
  const same = code?.files.named(lastPartOf(path)) ?? [];
  return code && same.length === 1 && same[0] !== undefined ? code.files.path(same[0]) : null;
}
