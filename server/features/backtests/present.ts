import { type Backtest, BacktestResult } from "../../../contract/backtest.ts";
import type { BacktestRow } from "../../db/tables/backtests.ts";
import { type Language, formatStored } from "../../messages/messages.ts";

/** @param hasRows with the cases one by one, which make an answer long */
export function presentBacktest(row: BacktestRow, hasRows: boolean, language: Language): Backtest {
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
    result: result && !hasRows ? { ...result, rows: [] } : result,
  };
}
