import { setImmediate as nextTurn } from "node:timers/promises";
import { fileKindOf } from "../../index/text/fileKind.ts";
import { Unavailable } from "../../errors.ts";
import { GitReadError } from "../../git/gitErrors.ts";
import type { OpenedCommits, OpenedIndex } from "../../index/OpenedIndex.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import { languageOf } from "../../index/text/languages.ts";
import { hasName, hasPath } from "./codeLookup.ts";
import { documentCollectionsOf } from "./documentCollections.ts";
import type { PageDocument } from "./DocumentCollection.ts";
import { commitsOf } from "./documentHistory.ts";
import { nameOf, resolvePath } from "./documentPath.ts";
import { type CodeReference, codeReferences, isHistoricalPage } from "./codeReferences.ts";
import { type Removal, type DeletedSymbolFacts, findDeletedSymbols } from "./deletedSymbols.ts";
import type { DeletedSymbolStore } from "./DeletedSymbolStore.ts";

export interface StaleReference {
  readonly name: string;
  readonly kind: CodeReference["kind"];
  readonly lines: readonly number[];
  /** The repository whose history removed it. */
  readonly source: string;
  readonly removal: Removal;
}

export interface PageStaleReferences {
  /** Names of the page that were looked up. */
  readonly checked: number;
  readonly items: readonly StaleReference[];
}

export interface ProjectStaleReferences {
  /** By `pageKey`. */
  readonly pages: ReadonlyMap<string, PageStaleReferences>;
  /** False where some repository could not be read, so that only paths were looked at. */
  readonly isRead: boolean;
  readonly since: number | null;
}

export const pageKey = (source: string, path: string): string => `${source}\0${path}`;

/** Yields to the event loop after this many milliseconds. */
const YIELD_INTERVAL_MS = 15;

/**
 * For every page of the project the names that the code had once and has no more, each with the commit that removed it. A name counts
 * only where the history shows its definition being taken away: a word that was never of this code raises no alarm.
 */
export async function findStaleReferences(
  index: OpenedIndex,
  store: DeletedSymbolStore,
  signal: AbortSignal,
): Promise<ProjectStaleReferences> {
  const open = await absentNames(index, signal);
  const identifiers = new Set(
    open.flatMap(({ absent }) => absent.filter(({ kind }) => kind === "identifier").map(({ name }) => name)),
  );
  const found = new Map<string, { source: string; removal: Removal }>();
  let isRead = true;
  let since: number | null = null;
  const mirrors = new Map<string, Mirror>();
  for (const { part } of index.code) {
    const mirror = await store.openMirror(part.source);
    if (mirror === null) {
      isRead = false;
      continue;
    }
    mirrors.set(part.source, mirror);
    if (identifiers.size === 0) continue;
    const known = await store.read(part.source);
    let facts: DeletedSymbolFacts;
    try {
      facts = await findDeletedSymbols(mirror, part.commit, identifiers, known, signal);
    } catch (error) {
      if (!(error instanceof GitReadError || error instanceof Unavailable)) throw error;
      isRead = false; // a mirror that is damaged or not whole, or whose process does not answer
      continue;
    }
    await store.write(part.source, facts);
    if (facts.since !== null) since = Math.max(since ?? 0, facts.since);
    for (const [name, removal] of Object.entries(facts.names)) {
      const other = found.get(name);
      if (removal && (!other || other.removal.at < removal.at)) found.set(name, { source: part.source, removal });
    }
  }

  const pages = new Map<string, PageStaleReferences>();
  for (const { page, checked, absent } of open) {
    const items: StaleReference[] = [];
    for (const { name, kind, lines } of absent) {
      const gone =
        kind === "identifier" ? (found.get(name) ?? null) : await removedPath(index, page, name, mirrors, signal);
      if (!gone) continue;
      const { now } = gone.removal;
      const removal =
        kind === "identifier" && now !== null && !hasName(index, now) ? { ...gone.removal, now: null } : gone.removal;
      items.push({ name, kind, lines, source: gone.source, removal });
    }
    items.sort((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0));
    pages.set(pageKey(page.source, page.path), { checked, items });
  }
  return { pages, isRead, since };
}

interface OpenPage {
  readonly page: PageDocument;
  readonly checked: number;
  readonly absent: readonly CodeReference[];
}

async function absentNames(index: OpenedIndex, signal: AbortSignal): Promise<OpenPage[]> {
  const known = new Map<string, boolean>();
  const isThere = (name: string): boolean => {
    let there = known.get(name);
    if (there === undefined) known.set(name, (there = hasName(index, name)));
    return there;
  };
  const open: OpenPage[] = [];
  let turn = performance.now();
  for (const collection of documentCollectionsOf(index)) {
    for (const page of collection.pages()) {
      if (performance.now() - turn > YIELD_INTERVAL_MS) {
        await nextTurn();
        signal.throwIfAborted();
        turn = performance.now();
      }
      if (isHistoricalPage(page.path)) {
        open.push({ page, checked: 0, absent: [] });
        continue;
      }
      const names = codeReferences(page.path, page.text());
      const absent = names.filter(({ name, kind }) =>
        kind === "identifier"
          ? !isThere(name)
          : !hasPath(index, name) && !hasPath(index, resolvePath(page.path, name) ?? ""),
      );
      open.push({ page, checked: names.length, absent });
    }
  }
  return open;
}

/** The commit that removed a path, or the last file of a folder. The history's last word on a path that is not there is its removal. */
async function removedPath(
  index: OpenedIndex,
  page: PageDocument,
  name: string,
  mirrors: ReadonlyMap<string, Mirror>,
  signal: AbortSignal,
): Promise<{ source: string; removal: Removal } | null> {
  const bare = name.replace(/^(?:\.{1,2}\/)+/, "");
  const ways = [...new Set([bare, resolvePath(page.path, name) ?? bare])].filter(
    (path) => path.includes("/") || languageOf(path),
  );
  // The page's own repository first: it means that one unless it has no such thing.
  const histories = index.commits.toSorted(
    (a, b) => Number(b.part.source === page.source) - Number(a.part.source === page.source),
  );
  for (const commits of histories) {
    for (const way of ways) {
      const path = historicPath(commits, way);
      if (path === null) continue;
      const mirror = mirrors.get(commits.part.source);
      const code = index.code.find(({ part }) => part.source === commits.part.source);
      // What is not indexed (pictures, very large files, links) may be there all the same.
      if (mirror && code && (await mirror.pathExists(code.part.commit, path, signal))) return null;
      if (!mirror && languageOf(path) === null) return null;
      const [newest] = commitsOf(commits, path);
      const { table } = commits;
      if (newest === undefined || SUBTREE.test(table.subject(newest))) continue;
      return {
        source: commits.part.source,
        removal: {
          hash: table.hash(newest),
          author: table.author(newest).name,
          title: table.subject(newest),
          at: (table.times[newest] ?? 0) * 1000,
          path,
          now: movedTo(index, commits.part.source, path),
        },
      };
    }
  }
  return null;
}

/** What `git subtree --squash` writes: the paths of such a commit are those of another repository's root. */
const SUBTREE = /^Squashed '.+' (?:changes|content) from /;
const OF_NOBODY: ReadonlySet<string> = new Set(["example", "test", "vendored", "generated"]);
/** Prose and settings in samples, whose file kind is not `example`: names in a sample belong to its reader, not to the project. */
const IN_SAMPLE = /(?:^|\/)(?:examples?|samples?|demos?|fixtures?|testdata|skeletons?|boilerplates?|starters?)\//i;

const isOfNobody = (path: string): boolean => OF_NOBODY.has(fileKindOf(path)) || IN_SAMPLE.test(path);

/** The path of the history that is meant: exactly this one, a folder of it, or the only one that ends so. */
function historicPath({ table }: OpenedCommits, path: string): string | null {
  const numbers = table.pathNumbers;
  if (numbers.has(path)) return path;
  let ending: string | null = null;
  for (const known of numbers.keys()) {
    if (known.startsWith(`${path}/`)) return path;
    // A reader's own `proj/settings.py` is no example of ours that ends so.
    if (path.includes("/") && known.endsWith(`/${path}`) && !isOfNobody(known)) {
      if (ending !== null) return null;
      ending = known;
    }
  }
  return ending;
}

/** The one file of this name that is there now. */
function movedTo(index: OpenedIndex, source: string, path: string): string | null {
  const code = index.code.find(({ part }) => part.source === source);
  const same = code?.files.named(nameOf(path)) ?? [];
  return code && same.length === 1 && same[0] !== undefined ? code.files.path(same[0]) : null;
}
