import { flag, list, moment, number, orNull, parts, text } from "../answerShape.ts";

export const companyHealth = parts({
  checked_at: moment,
  state: text,
  version: text,
  uptime_seconds: number,
  objective_seconds: number,
  sources: list(
    parts({
      id: text,
      project: parts({ slug: text, name: text }),
      kind: text,
      provider: text,
      name: text,
      verdict: text,
      finished_at: orNull(moment),
      age_seconds: orNull(number),
      error: orNull(text),
    }),
  ),
  others: parts({ total: number, late: number, failed: number }),
  database: parts({ state: text, engine: text, waiting: number }),
  queue: parts({ state: text, waiting: number, running: number, oldest_seconds: orNull(number) }),
  disk: orNull(parts({ state: text, free_bytes: number, total_bytes: number })),
  index: parts({ state: text, projects: number, files: number, open_bytes: number }),
  mail: parts({ state: text, is_sent: flag, waiting: number, failed: number, oldest_seconds: orNull(number) }),
  server: parts({ state: text, lag_seconds: number, memory_bytes: number }),
});
