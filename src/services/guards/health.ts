import { boolean, arrayOf, timestamp, number, nullable, object, string } from "../responseGuard.ts";

export const companyHealth = object({
  checked_at: timestamp,
  state: string,
  version: string,
  uptime_seconds: number,
  objective_seconds: number,
  sources: arrayOf(
    object({
      id: string,
      project: object({ slug: string, name: string }),
      kind: string,
      provider: string,
      name: string,
      verdict: string,
      finished_at: nullable(timestamp),
      age_seconds: nullable(number),
      error: nullable(string),
    }),
  ),
  others: object({ total: number, late: number, failed: number }),
  database: object({ state: string, engine: string, waiting: number }),
  queue: object({ state: string, waiting: number, running: number, oldest_seconds: nullable(number) }),
  disk: nullable(object({ state: string, free_bytes: number, total_bytes: number })),
  index: object({ state: string, projects: number, files: number, open_bytes: number }),
  mail: object({ state: string, is_sent: boolean, waiting: number, failed: number, oldest_seconds: nullable(number) }),
  server: object({ state: string, lag_seconds: number, memory_bytes: number }),
});
