import { number, orNull, parts } from "../answerShape.ts";

export const companyQuotas = parts({
  disk: parts({
    used_bytes: number,
    allowed_bytes: orNull(number),
    parts: parts({ copies: number, index: number, rows: number }),
    waiting: number,
  }),
  sources: parts({ used: number, allowed: orNull(number) }),
  syncs: parts({ running: number, allowed: orNull(number), waiting: number }),
});
