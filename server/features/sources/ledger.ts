import { HOUR_MS } from "../../../contract/durations.ts";
import type { SourceLedger } from "../../../contract/sources/ledger.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Db } from "../../db/openDb.ts";
import { listItemNames } from "../../db/tables/sources/ledgerItems.ts";
import { listLedgers } from "../../db/tables/sources/sourceLedgers.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { type Language, formatStored, message } from "../../messages/messages.ts";
import type { SyncService } from "../../sync/SyncService.ts";

/** Comparisons of a project in an hour: each costs some twenty calls of a host's quota. */
const COMPARISON_LIMITS: Limits = {
  name: "source comparisons",
  windowMs: HOUR_MS,
  perAddress: null,
  perAccount: 20,
  refusal: message("limit.comparisons"),
};

/** The ledgers of a project's sources, in the order in which they were linked. */
export async function readLedgers(
  db: Db,
  projectId: string,
  language: Language,
  sourceId?: string,
): Promise<SourceLedger[]> {
  const rows = await listLedgers(db, projectId, sourceId);
  const ledgers: SourceLedger[] = [];
  for (const row of rows) ledgers.push(await presentLedger(db, row, language));
  return ledgers;
}

type Row = Awaited<ReturnType<typeof listLedgers>>[number];

async function presentLedger(db: Db, row: Row, language: Language): Promise<SourceLedger> {
  const { source, counted_at, differences } = row;
  const names = await listItemNames(
    db,
    source,
    (differences ?? []).map(({ external_id }) => external_id),
  );
  return {
    source,
    state: row.state ?? "none",
    done: row.done ?? 0,
    total: row.total,
    text: row.error === null ? null : formatStored(row.error, language),
    needs_access: row.error_code === "unauthorized" || row.error_code === "forbidden",
    counted_at: counted_at?.toISOString() ?? null,
    counts: (row.counts ?? []).map((count) => ({
      ...count,
      left_out: [...count.left_out],
      unreadable: {
        count: count.unreadable.count,
        examples: [...count.unreadable.examples],
      },
    })),
    is_outdated:
      counted_at !== null &&
      (row.was_syncing === true || (row.sync_finished_at !== null && row.sync_finished_at > counted_at)),
    sampled: row.sampled ?? 0,
    differences: (differences ?? []).map(({ kind, external_id, state, fields }) => {
      const item = names.find((name) => name.kind === kind && name.external_id === external_id);
      return {
        kind,
        item: item ? { key: item.key, title: item.title, url: item.url || null } : null,
        state,
        fields: [...fields],
      };
    }),
  };
}

/**
 * Requests a comparison of a source with its host.
 * @throws Conflict for a paused source, and while another comparison of it is in progress; TooMany beyond the limit of the project
 */
export async function requestComparison(
  { db, sync }: { readonly db: Db; readonly sync: Pick<SyncService, "compare"> },
  projectId: string,
  sourceId: string,
  language: Language,
): Promise<SourceLedger> {
  const [row] = await listLedgers(db, projectId, sourceId);
  if (!row) throw new NotFound(message("source.not_found"));
  if (row.paused_at !== null) throw new Conflict(message("comparison.paused"));
  const isUnderWay = row.state === "queued" || row.state === "running" || row.state === "waiting";
  if (!isUnderWay) await new RateLimiter(db, COMPARISON_LIMITS).take("", projectId);
  if (isUnderWay || !(await sync.compare(sourceId))) throw new Conflict(message("comparison.running"));
  const [ledger] = await readLedgers(db, projectId, language, sourceId);
  if (!ledger) throw new NotFound(message("source.not_found"));
  return ledger;
}
