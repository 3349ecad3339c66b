import { Unavailable } from "../../errors.ts";
import { GitReadError } from "../../git/gitErrors.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { hasName, hasPath } from "./codeLookup.ts";
import { type CodeReference, codeReferences, isHistoricalPage } from "./codeReferences.ts";
import {
  DELETED_SYMBOL_LIMITS,
  type DeletedSymbolFacts,
  type DeletedSymbolLimits,
  type HistoryReading,
  type Removal,
  findDeletedSymbols,
  latest,
} from "./deletedSymbols.ts";
import type { PageDocument } from "./DocumentCollection.ts";
import { documentCollectionsOf } from "./documentCollections.ts";
import { resolvePath } from "./documentPath.ts";
import { type RemovedPath, RemovedPaths } from "./removedPaths.ts";

export interface StaleReference extends RemovedPath {
  readonly name: string;
  readonly kind: CodeReference["kind"];
  readonly lines: readonly number[];
}

export interface CheckedPage {
  readonly source: string;
  readonly path: string;
  /** Names of the page that were looked up. */
  readonly checked: number;
  /** In the order of their lines. */
  readonly items: readonly StaleReference[];
}

export interface ProjectStaleReferences {
  readonly pages: readonly CheckedPage[];
  /** False where some repository could not be read: what was known of it is used. */
  readonly isRead: boolean;
  /** The newest commit at which a reading stopped early, so that history before it may be unread; null when all was read. */
  readonly since: number | null;
}

/** The repositories of a project, by their ids. */
export interface Histories {
  /** Those that can be read. */
  readonly mirrors: ReadonlyMap<string, Mirror>;
  /** What an earlier comparison found out. */
  readonly previousFacts: ReadonlyMap<string, DeletedSymbolFacts>;
  /** The paths that an earlier comparison found to be removed. */
  readonly removedPaths: ReadonlyMap<string, ReadonlySet<string>>;
  /** Limits of the reading of each history. */
  readonly limits?: DeletedSymbolLimits;
  /** Called with what is known of a repository once it was read: for the next time. */
  readonly onRead?: (source: string, facts: DeletedSymbolFacts) => void;
  /** Called after each repository and each page. */
  readonly onProgress?: () => void;
}

/** Names of all pages that the code does not have; pages beyond are not compared. It bounds what is looked for and kept. */
const MAX_ABSENT_NAMES = 100_000;

/**
 * For every page of the project the names that the code had once and has no more, each with the commit that removed it. A name counts
 * only when the history shows that its definition was removed: a word that this code never defined is not reported.
 */
export async function findStaleReferences(
  index: OpenedIndex,
  histories: Histories,
  signal: AbortSignal,
): Promise<ProjectStaleReferences> {
  const comparisons = comparePages(index);
  const { removals, read, ...history } = await findRemovals(index, identifiersOf(comparisons), histories, signal);
  const readable = new Map([...histories.mirrors].filter(([id]) => read.has(id)));
  const paths = new RemovedPaths(index, readable, histories.removedPaths, signal);
  const pages: CheckedPage[] = [];
  for (const { page, checked, absent } of comparisons) {
    const items: StaleReference[] = [];
    for (const { name, kind, lines } of absent) {
      const removed = kind === "identifier" ? removals.get(name) : await paths.find(page, name);
      if (removed) items.push({ name, kind, lines, ...removed });
    }
    items.sort((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0));
    pages.push({ source: page.source, path: page.path, checked, items });
    histories.onProgress?.();
  }
  return { pages, ...history };
}

interface PageComparison {
  readonly page: PageDocument;
  readonly checked: number;
  /** Names that the code does not have. */
  readonly absent: readonly CodeReference[];
}

function comparePages(index: OpenedIndex): PageComparison[] {
  const presence = new Map<string, boolean>();
  const isThere = (name: string): boolean => {
    const isPresent = presence.get(name) ?? hasName(index, name);
    presence.set(name, isPresent);
    return isPresent;
  };
  const comparisons: PageComparison[] = [];
  let names = 0;
  for (const page of documentCollectionsOf(index).flatMap((collection) => collection.pages())) {
    if (names > MAX_ABSENT_NAMES) break;
    const references = isHistoricalPage(page.path) ? [] : codeReferences(page.path, page.text());
    const absent = references.filter(({ name, kind }) =>
      kind === "identifier"
        ? !isThere(name)
        : !hasPath(index, name) && !hasPath(index, resolvePath(page.path, name) ?? ""),
    );
    names += absent.length;
    comparisons.push({ page, checked: references.length, absent });
  }
  return comparisons;
}

const identifiersOf = (comparisons: readonly PageComparison[]): ReadonlySet<string> =>
  new Set(comparisons.flatMap(({ absent }) => absent.flatMap(({ kind, name }) => (kind === "identifier" ? name : []))));

interface RemovalsInHistories {
  readonly removals: ReadonlyMap<string, RemovedPath>;
  /** Ids of the repositories that were read. */
  readonly read: ReadonlySet<string>;
}

/** Looks for the removals of names in all histories; of several the newest counts. */
async function findRemovals(
  index: OpenedIndex,
  names: ReadonlySet<string>,
  { mirrors, previousFacts, limits, onRead, onProgress }: Histories,
  signal: AbortSignal,
): Promise<Omit<ProjectStaleReferences, "pages"> & RemovalsInHistories> {
  const result = new Map<string, RemovedPath>();
  const read = new Set<string>();
  const since: (number | null)[] = [];
  for (const { part } of index.code) {
    const mirror = mirrors.get(part.source);
    const before = previousFacts.get(part.source) ?? null;
    const history = mirror ? await readHistory(mirror, part.commit, names, before, signal, limits) : null;
    if (history) {
      read.add(part.source);
      onRead?.(part.source, history.facts);
    }
    onProgress?.();
    since.push((history ?? before)?.since ?? null);
    for (const [name, removal] of Object.entries((history?.facts ?? before)?.names ?? {})) {
      const other = result.get(name);
      if (removal && (!other || other.removal.at < removal.at))
        result.set(name, { source: part.source, removal: withPresentSuccessor(index, removal) });
    }
  }
  return { removals: result, read, isRead: read.size === index.code.length, since: latest(since) };
}

/** @returns null for a mirror that is damaged or not whole, or whose process does not answer */
async function readHistory(
  mirror: Mirror,
  head: string,
  names: ReadonlySet<string>,
  previous: DeletedSymbolFacts | null,
  signal: AbortSignal,
  limits = DELETED_SYMBOL_LIMITS,
): Promise<HistoryReading | null> {
  try {
    // A force push took commits out of the history, perhaps those that are known.
    const isExtended =
      previous !== null && (previous.head === head || (await mirror.isAncestor(previous.head, head, signal)));
    return await findDeletedSymbols(mirror, head, names, isExtended ? previous : null, signal, limits);
  } catch (error) {
    if (error instanceof GitReadError || error instanceof Unavailable) return null;
    throw error;
  }
}

/** The successor of a name may be gone as well. */
const withPresentSuccessor = (index: OpenedIndex, removal: Removal): Removal =>
  removal.now !== null && !hasName(index, removal.now) ? { ...removal, now: null } : removal;
