import { type Backtest, type BacktestCase, BacktestResult } from "../../../contract/issues/backtest.ts";
import type { BacktestRow } from "../../db/tables/insights/backtests.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import { type Language, formatStored } from "../../messages/messages.ts";

/**
 * @param hasRows with the cases one by one, which make an answer long
 * @param shared ids of issues whose key others have too
 */
export function presentBacktest(
  row: BacktestRow,
  hasRows: boolean,
  language: Language,
  shared: ReadonlySet<string> = NONE,
): Backtest {
  const result = row.result === null ? null : BacktestResult.parse(row.result);
  return {
    id: row.id,
    state: row.state,
    started_by: row.name,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    done: row.done,
    total: row.total,
    error: row.error === null ? null : formatStored(row.error, language),
    result: result && { ...result, rows: hasRows ? result.rows.map((caseRow) => addressed(caseRow, shared)) : [] },
  };
}

const NONE: ReadonlySet<string> = new Set();

const addressed = (caseRow: BacktestCase, shared: ReadonlySet<string>): BacktestCase => ({
  ...caseRow,
  address: issueAddress({ id: caseRow.issue, key: caseRow.key }, shared.has(caseRow.issue)),
});

/** Ids of the issues of a run, whose addresses its presentation needs. */
export const issuesOf = ({ result }: BacktestRow): string[] =>
  result === null ? [] : BacktestResult.parse(result).rows.map(({ issue }) => issue);
