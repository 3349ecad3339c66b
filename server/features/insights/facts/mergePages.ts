import type { Db } from "../../../db/openDb.ts";
import {
  findPageTally,
  listPageFacts,
  listVersionsOfPages,
  type PageTally,
  type PageVersionRow,
} from "../../../db/tables/pages/pageChanges.ts";
import { TALLY } from "../../../db/tables/pages/textPages.ts";
import type { CachedPage, CachedPages } from "../../../engines/insights/cachedRows.ts";
import type { StringInterner } from "../../../engines/insights/StringInterner.ts";
import { type RowReading, sumOf } from "./rowReading.ts";

interface PagesRead {
  readonly pages: CachedPages;
  readonly read: number;
}

type PageReading = Pick<RowReading, "db" | "projectId"> & { readonly names: { readonly accounts: StringInterner } };

/**
 * The pages of the wikis of a project with their known versions.
 * @param before what was read last; null: nothing
 */
export async function readPagesOf(context: PageReading, before: CachedPages | null): Promise<PagesRead> {
  const { db, projectId } = context;
  // Read first: a change that comes during the reading makes the next one read again.
  const tally = await findPageTally(db, projectId);
  if (before && isSame(before.tally, tally)) return { pages: before, read: 0 };
  const pages = await mergePages(context, before?.rows ?? new Map());
  // A page that was read again can have more versions, and the same row.
  const isComplete = before === null || hasVersionsOf(pages.rows, tally);
  const { rows, read } = isComplete ? pages : await mergePages(context, new Map());
  return { pages: { rows, tally }, read };
}

async function mergePages(
  { db, projectId, names: { accounts } }: PageReading,
  before: CachedPages["rows"],
): Promise<{ readonly rows: ReadonlyMap<string, CachedPage>; readonly read: number }> {
  const rows = new Map<string, CachedPage>();
  const changed: CachedPage[] = [];
  for await (const batch of listPageFacts(db, projectId)) {
    for (const { author, labels, ...row } of batch) {
      const previous = before.get(row.id);
      const page =
        previous?.digest === row.digest
          ? previous
          : { ...row, author: accountPosition(author, accounts), labels: namesIn(labels), versions: [] };
      if (page !== previous) changed.push(page);
      rows.set(row.id, page);
    }
  }
  const versions = await versionsOf(db, changed);
  for (const page of changed) {
    const written = (versions.get(page.id) ?? []).map(({ number, author, at }) => ({
      number,
      author: accountPosition(author, accounts),
      at,
    }));
    rows.set(page.id, { ...page, versions: written });
  }
  return { rows, read: changed.length };
}

const versionsOf = async (db: Db, pages: readonly CachedPage[]): Promise<Map<string, PageVersionRow[]>> =>
  Map.groupBy(
    await listVersionsOfPages(
      db,
      pages.map(({ id }) => id),
    ),
    ({ page }) => page,
  );

const accountPosition = (account: string | null, accounts: StringInterner): number =>
  account === null ? -1 : accounts.intern(account);

function namesIn(json: string): readonly string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.map(String) : [];
}

const isSame = (a: PageTally, b: PageTally): boolean =>
  a.pages === b.pages && a.pageSum === b.pageSum && a.versions === b.versions && a.versionSum === b.versionSum;

function hasVersionsOf(rows: ReadonlyMap<string, CachedPage>, tally: PageTally): boolean {
  const versions = [...rows.values()].flatMap((page) => page.versions);
  return (
    versions.length === tally.versions &&
    sumOf(versions.map(({ number, at }) => number + (at % TALLY))) === tally.versionSum
  );
}
