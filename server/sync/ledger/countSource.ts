import type { CountedKind } from "../../../contract/sources/ledgerKinds.ts";
import type { LeftOutKind } from "../../../contract/sources/leftOut.ts";
import type { StoredCount } from "../../db/schema/ledgerSchema.ts";
import type { Db } from "../../db/openDb.ts";
import {
  countLeftOutByKind,
  countStoredItems,
  countUnlistedComments,
  listLeftOutPages,
} from "../../db/tables/sources/ledgerItems.ts";
import { findUnreadableItems } from "../../db/tables/sources/unreadableItems.ts";
import { countHistory } from "../../git/commitLookup.ts";
import { message } from "../../messages/messages.ts";
import type { HostCount, HostLedger } from "../../sources/connector/ledgerTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SourceAccess, Sources } from "../../sources/sourceTypes.ts";
import { countKept } from "../repository/storeRefs.ts";
import { isReadByTracker } from "../source/isReadByTracker.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";

/** Unreadable items that are named, of each kind. */
const MAX_EXAMPLES = 10;
/** The share by which a host's estimate may differ from what is stored. */
const ESTIMATE_TOLERANCE = 0.01;

/** What is left out of each kind, in the words of the table. Left-out comments are not in the numbers that hosts report. */
const SUBJECTS: Partial<Record<CountedKind, string>> = { issues: "issue", pages: "page" };

export interface CountInput {
  readonly db: Db;
  readonly sources: Pick<Sources, "listRefs">;
  readonly source: SyncedSource;
  readonly access: SourceAccess;
  /** Null for a source that git alone reads. */
  readonly ledger: HostLedger | null;
  readonly mirrorOf: (sourceId: string, signal: AbortSignal) => Promise<string>;
  readonly signal: AbortSignal;
}

/** The kinds of items that a source brings. */
export async function kindsOf(db: Db, source: SyncedSource): Promise<readonly CountedKind[]> {
  if (source.kind === "wiki") return ["pages", "comments"];
  if (source.kind === "tracker") return ["issues", "comments", "requests"];
  const requests: CountedKind[] = (await isReadByTracker(db, source)) ? [] : ["requests"];
  return ["commits", "branches", "tags", ...requests];
}

/** Counts a source at its host. @throws SourceError */
export async function countAtHost(input: CountInput): Promise<readonly HostCount[]> {
  const { db, source, ledger, signal } = input;
  if (ledger === null && source.kind !== "repository")
    throw new SourceError("provider", message("comparison.unsupported"));
  const kinds = await kindsOf(db, source);
  return [
    ...(source.kind === "repository" ? await countWithGit(input) : []),
    ...((await ledger?.count(kinds, signal)) ?? []),
  ];
}

async function countWithGit({ sources, source, access, mirrorOf, signal }: CountInput): Promise<HostCount[]> {
  const refs = await sources.listRefs(access, signal);
  const heads = refs.filter(({ name }) => name.startsWith("refs/heads/"));
  const head = heads.find(({ name }) => name === `refs/heads/${source.defaultBranch}`);
  const commits = head ? await countHistory(await mirrorOf(source.id, signal), head.id, signal, source.folders) : null;
  return [
    // A commit that the mirror does not have is newer: how many there are is known once they are fetched.
    { kind: "commits", count: heads.length === 0 ? 0 : commits, precision: "exact" },
    { kind: "branches", count: countKept(namesBelow(refs, "refs/heads/")), precision: "exact" },
    { kind: "tags", count: countKept(namesBelow(refs, "refs/tags/")), precision: "exact" },
  ];
}

const namesBelow = (refs: readonly { readonly name: string }[], prefix: string): string[] =>
  refs.flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));

/** What the host has, what is stored, and why the rest is missing. */
export async function compareCounts(
  db: Db,
  source: SyncedSource,
  counts: readonly HostCount[],
): Promise<readonly StoredCount[]> {
  const stored = await countStoredItems(db, source.id);
  const leftOut = await countLeftOutByKind(db, source.id);
  const reported: readonly HostCount[] =
    source.kind === "tracker" && stored.reported + stored.comments > 0
      ? [{ kind: "comments", count: stored.reported, precision: "reported" }]
      : [];
  // The default branch is not among the stored branches.
  const branches = stored.branches + (source.defaultBranch === null || stored.commits === 0 ? 0 : 1);
  const compared: StoredCount[] = [];
  for (const { kind, count, precision, byPage } of [...counts, ...reported]) {
    const unreadable =
      kind === "issues" || kind === "requests" || kind === "pages"
        ? await findUnreadableItems(db, source.id, kind, MAX_EXAMPLES)
        : { count: 0, examples: [] };
    compared.push(
      entryOf({
        kind,
        host: count,
        precision,
        held: kind === "branches" ? branches : stored[kind],
        leftOut: byPage
          ? await countOnLeftOutPages(db, source.id, byPage)
          : leftOut.flatMap((row) => (row.subject === SUBJECTS[kind] ? [{ kind: row.kind, count: row.count }] : [])),
        unreadable,
        unlisted: await countUnlisted(db, source, kind),
      }),
    );
  }
  return compared;
}

/** How many of the comments that a host has are on pages that are left out. */
async function countOnLeftOutPages(
  db: Db,
  sourceId: string,
  byPage: ReadonlyMap<string, number>,
): Promise<readonly { readonly kind: LeftOutKind; readonly count: number }[]> {
  const pages = await listLeftOutPages(db, sourceId, [...byPage.keys()]);
  const count = pages.reduce((sum, page) => sum + (byPage.get(page) ?? 0), 0);
  return count === 0 ? [] : [{ kind: "comment_of_left_out_page", count }];
}

/** What the last syncs looked for and did not get: issues that the host counts and does not list, and comments of known threads. */
async function countUnlisted(db: Db, source: SyncedSource, kind: CountedKind): Promise<number> {
  const { id, cursor } = source;
  if (kind === "issues") return cursor.reconciled?.difference ?? 0;
  if (kind !== "comments" || source.kind === "wiki") return 0;
  return countUnlistedComments(db, id, [...Object.keys(cursor.commentCountMismatches), ...cursor.cutThreads]);
}

interface CountedEntry extends Pick<StoredCount, "kind" | "host" | "precision" | "held" | "unreadable"> {
  readonly leftOut: readonly { readonly kind: LeftOutKind; readonly count: number }[];
  readonly unlisted: number;
}

function entryOf({
  kind,
  host,
  precision,
  held: storedCount,
  leftOut,
  unreadable,
  unlisted,
}: CountedEntry): StoredCount {
  const gap = host === null ? 0 : host - storedCount - leftOut.reduce((sum, { count }) => sum + count, 0);
  const isNear = precision === "about" && Math.abs(gap) <= Math.max(1, Math.round((host ?? 0) * ESTIMATE_TOLERANCE));
  const lacking = isNear ? 0 : Math.max(0, gap);
  const unread = Math.min(lacking, unreadable.count);
  const refused = Math.min(lacking - unread, Math.max(0, unlisted - unreadable.count));
  return {
    kind,
    host,
    precision,
    held: storedCount,
    left_out: leftOut,
    unreadable: { count: unread, examples: unread === 0 ? [] : unreadable.examples },
    refused,
    missing: lacking - unread - refused,
    extra: isNear || precision === "at_least" ? 0 : Math.max(0, -gap),
  };
}
