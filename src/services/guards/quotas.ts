import { number, nullable, object } from "../responseGuard.ts";

export const companyQuotas = object({
  disk: object({
    used_bytes: number,
    allowed_bytes: nullable(number),
    parts: object({ copies: number, index: number, rows: number }),
    waiting: number,
  }),
  sources: object({ used: number, allowed: nullable(number) }),
  syncs: object({ running: number, allowed: nullable(number), waiting: number }),
});
