import type { Backtest } from "../../contract/backtest.ts";
import { validate } from "./responseGuard.ts";
import * as shapes from "./guards/backtests.ts";
import type { Http } from "./http.ts";

const at = (slug: string): string => `projects/${encodeURIComponent(slug)}/backtest`;

/** Backtests of the engines on a project's own history. */
export const createBacktestsService = (http: Http) => ({
  /** The newest first. */
  list: (slug: string, signal?: AbortSignal) =>
    validate(shapes.backtests, http<Backtest[]>("GET", at(slug), { signal })),
  start: (slug: string) => validate(shapes.backtest, http<Backtest>("POST", at(slug))),
});
export type BacktestsService = ReturnType<typeof createBacktestsService>;
