import { arrayOf, timestamp, number, nullable, object, string } from "../responseGuard.ts";
import { texts, accuracy } from "./cards.ts";

/* Fields that the screens access, of backtests. */

const figures = nullable(
  object({
    engine: object({ acc_1: number, acc_3: number, acc_5: number, acc_10: number, mrr: number }),
    plain: object({ acc_1: number, acc_3: number, acc_5: number, acc_10: number, mrr: number }),
  }),
);
const hits = object({ hit_1: number, hit_3: number, hit_5: number });
export const backtest = object({
  id: string,
  state: string,
  started_by: nullable(string),
  created_at: timestamp,
  finished_at: nullable(timestamp),
  done: number,
  total: nullable(number),
  error: nullable(string),
  result: nullable(
    object({
      cases: number,
      localize: figures,
      experts: nullable(object({ cases: number, engine: hits, plain: hits })),
      type: nullable(accuracy),
      skipped: object({ no_commit: number, no_code: number, too_wide: number }),
      rows: arrayOf(
        object({
          issue: string,
          key: string,
          title: string,
          files: texts,
          rank: nullable(number),
          plain_rank: nullable(number),
        }),
      ),
    }),
  ),
});
export const backtests = arrayOf(backtest);
