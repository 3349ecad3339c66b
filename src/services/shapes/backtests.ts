import { list, moment, number, orNull, parts, text } from "../answerShape.ts";
import { texts, accuracy } from "./cards.ts";

/* Fields that the screens access, of backtests. */

const figures = orNull(
  parts({
    engine: parts({ acc_1: number, acc_3: number, acc_5: number, acc_10: number, mrr: number }),
    plain: parts({ acc_1: number, acc_3: number, acc_5: number, acc_10: number, mrr: number }),
  }),
);
const hits = parts({ hit_1: number, hit_3: number, hit_5: number });
export const backtest = parts({
  id: text,
  state: text,
  started_by: orNull(text),
  created_at: moment,
  finished_at: orNull(moment),
  done: number,
  total: orNull(number),
  error: orNull(text),
  result: orNull(
    parts({
      cases: number,
      localize: figures,
      experts: orNull(parts({ cases: number, engine: hits, plain: hits })),
      type: orNull(accuracy),
      skipped: parts({ no_commit: number, no_code: number, too_wide: number }),
      rows: list(
        parts({ issue: text, key: text, title: text, files: texts, rank: orNull(number), plain_rank: orNull(number) }),
      ),
    }),
  ),
});
export const backtests = list(backtest);
