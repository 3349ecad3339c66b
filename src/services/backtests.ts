import type { Backtest } from "../../contract/backtest.ts";
import type { Http } from "./http.ts";

const at = (slug: string): string => `projects/${encodeURIComponent(slug)}/backtest`;

/** Runs of the engines over a project's own past. */
export const createBacktestsService = (http: Http) => ({
  /** The newest first. */
  list: (slug: string, signal?: AbortSignal) => http<Backtest[]>("GET", at(slug), { signal }),
  start: (slug: string) => http<Backtest>("POST", at(slug)),
});
export type BacktestsService = ReturnType<typeof createBacktestsService>;
