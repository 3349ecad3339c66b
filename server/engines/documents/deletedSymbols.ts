import { millisecondsOf } from "../../../contract/durations.ts";
import { fileKindOf } from "../../index/text/fileKind.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import type { RemovedLines } from "../../git/readRemovals.ts";
import { fileLanguageOf } from "../../index/text/languages.ts";
import { type RegexDefinition, regexDefinitions } from "../../index/text/regexDefinitions.ts";

/** The commit that took a name out of the code for good. */
export interface Removal {
  readonly hash: string;
  readonly author: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly path: string;
  /** What was defined in its place, where one definition went and one came. */
  readonly now: string | null;
}

/** What is known of names in the history of one repository up to `head`. Null: it never defined the name. */
export interface DeletedSymbolFacts {
  readonly head: string;
  /** The newest commit at which a reading stopped early, so that history before it may be unread; null when all was read. */
  readonly since: number | null;
  /** Where there was no time for all commits up to `head`: the next pass reads those after this one again. */
  readonly rereadFrom: string | null;
  readonly names: Readonly<Record<string, Removal | null>>;
}

export interface HistoryReading {
  readonly facts: DeletedSymbolFacts;
  /** Like `since` of the facts, for the history up to the requested commit only. */
  readonly since: number | null;
}

export interface DeletedSymbolLimits {
  readonly commits: number;
  readonly milliseconds: number;
}
export const DELETED_SYMBOL_LIMITS: DeletedSymbolLimits = { commits: 30_000, milliseconds: 120_000 };

/**
 * Looks for the commits that removed the definitions of `names`, which the code at `head` does not have: since they are not there,
 * the newest commit that took such a definition away is the one. One pass over the changes finds them all, and what an earlier pass has
 * settled is not looked for again. A name that was only ever used or mentioned is no name of this code: it stays null.
 * New commits for which there was no time are read again by the next pass; after a second stop their unread part is reported for good.
 * @throws GitReadError; the signal's reason
 */
export async function findDeletedSymbols(
  mirror: Mirror,
  head: string,
  names: ReadonlySet<string>,
  previous: DeletedSymbolFacts | null,
  signal: AbortSignal,
  limits: DeletedSymbolLimits,
): Promise<HistoryReading> {
  const settled = new Map<string, Removal | null>();
  const fresh = new Set<string>();
  const recheck = new Set<string>();
  for (const name of names) {
    const before = previous && Object.hasOwn(previous.names, name) ? previous.names[name] : undefined;
    if (before === undefined) fresh.add(name);
    else {
      settled.set(name, before);
      recheck.add(name);
    }
  }
  let since = previous?.since ?? null;
  const from = previous?.rereadFrom ?? previous?.head ?? head;
  let unfinished: Stop | null = null;
  // What was settled before may have come and gone since then; and what was there then is looked for in all of the history.
  if (from !== head && recheck.size > 0) {
    const stop = await scan(mirror, `${from}..${head}`, recheck, settled, signal, limits);
    if (stop?.reason === "time" && from === previous?.head) unfinished = stop;
    else since = latest([since, stop?.at ?? null]);
  }
  if (fresh.size > 0) since = latest([since, (await scan(mirror, head, fresh, settled, signal, limits))?.at ?? null]);
  const facts = { head, since, rereadFrom: unfinished && from, names: Object.fromEntries(settled) };
  return { facts, since: latest([since, unfinished?.at ?? null]) };
}

/** The latest of some times; null where there is none. */
export function latest(times: readonly (number | null)[]): number | null {
  const present = times.filter((time) => time !== null);
  return present.length > 0 ? Math.max(...present) : null;
}

/** Where a reading stopped early: the time of the commit, in milliseconds since 1970. */
interface Stop {
  readonly at: number;
  readonly reason: "commits" | "time";
}

/** @returns null when all was read */
async function scan(
  mirror: Mirror,
  range: string,
  names: ReadonlySet<string>,
  settled: Map<string, Removal | null>,
  signal: AbortSignal,
  limits: DeletedSymbolLimits,
): Promise<Stop | null> {
  const open = new Set(names);
  const started = performance.now();
  let commits = 0;
  let last = "";
  for await (const change of mirror.removals(range, signal)) {
    if (change.hash !== last) {
      last = change.hash;
      commits++;
      const isTooLong = commits > limits.commits;
      if (isTooLong || performance.now() - started > limits.milliseconds) {
        settleRest(open, settled);
        return { at: millisecondsOf(change.at), reason: isTooLong ? "commits" : "time" };
      }
    }
    for (const [name, now] of deletedNames(change, open)) {
      open.delete(name);
      const { hash, author, subject, at, path } = change;
      settled.set(name, { hash, author, title: subject, at: millisecondsOf(at), path, now });
    }
    if (open.size === 0) break;
  }
  settleRest(open, settled);
  return null;
}

function settleRest(open: ReadonlySet<string>, settled: Map<string, Removal | null>): void {
  for (const name of open) if (!settled.has(name)) settled.set(name, null);
}

const WORD = /[A-Za-z_$][\w$]{3,63}/g;

/** Wanted names whose definition this change took away, each with what came in its place. */
function deletedNames({ path, removed, added }: RemovedLines, targets: ReadonlySet<string>): [string, string | null][] {
  let hasWanted = false;
  for (const [word] of removed.matchAll(WORD)) {
    if (targets.has(word)) {
      hasWanted = true;
      break;
    }
  }
  const language = hasWanted ? fileLanguageOf(path) : null;
  if (!language || fileKindOf(path) !== "code") return [];
  const before = regexDefinitions(removed, language);
  const after = new Set(regexDefinitions(added, language).map(({ name }) => name));
  const gone = before.filter(({ name }) => !after.has(name));
  const names = new Set(before.map(({ name }) => name));
  const came = regexDefinitions(added, language).filter(({ name }) => !names.has(name));
  const result = new Map<string, string | null>();
  for (const definition of gone) {
    if (targets.has(definition.name)) result.set(definition.name, successorOf(definition, gone, came));
  }
  return [...result];
}

function successorOf(
  definition: RegexDefinition,
  gone: readonly RegexDefinition[],
  came: readonly RegexDefinition[],
): string | null {
  const alike = ({ kind }: RegexDefinition) => kind === definition.kind;
  const [next, ...more] = came.filter(alike);
  return next && more.length === 0 && gone.filter(alike).length === 1 ? next.name : null;
}
