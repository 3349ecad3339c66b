import * as endpoints from "virtual:endpoints/insights";
import type { Client } from "./client.ts";

/** Backtests of the engines on a project's own history. */
export const createBacktestsService = ({ call }: Client) => ({
  /** The newest first. */
  list: (id: string, signal?: AbortSignal) => call(endpoints.listBacktests, { params: { id }, signal }),
  start: (id: string) => call(endpoints.startBacktest, { params: { id } }),
});
export type BacktestsService = ReturnType<typeof createBacktestsService>;
