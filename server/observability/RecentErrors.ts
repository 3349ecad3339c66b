import { z } from "zod";
import { redact } from "./redact.ts";

const MAX_ERRORS = 100;
/** pino's numbers: 40 is a warning. */
const MIN_LEVEL = 40;

const Line = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(""),
  requestId: z.string().optional(),
  status: z.number().optional(),
  err: z
    .object({ type: z.string().optional(), message: z.string().optional(), stack: z.string().optional() })
    .optional(),
});

/** An error from the log, redacted for support. */
export interface RecentError {
  /** ISO 8601. */
  readonly at: string;
  readonly level: number;
  readonly text: string;
  readonly requestId: string | null;
  /** Places in this program's own code, the innermost first. */
  readonly stack: readonly string[];
}

/** Keeps the last errors of the log for support. Addresses and texts of users are excluded. */
export class RecentErrors {
  readonly #errors: RecentError[] = [];

  /** @param line of the log, in JSON */
  onLogLine(line: string): void {
    // Most lines are no errors; this test avoids parsing them.
    if (!/^\{"level":[4-6]0,/.test(line)) return;
    let read: unknown;
    try {
      read = JSON.parse(line);
    } catch {
      return;
    }
    const parsed = Line.safeParse(read);
    if (!parsed.success || parsed.data.level < MIN_LEVEL) return;
    const { level, time, msg, requestId, status, err } = parsed.data;
    const words = [msg, status, err?.type, err?.message].filter((part) => part !== undefined && part !== "");
    this.#errors.push({
      at: new Date(time).toISOString(),
      level,
      text: redact(words.join(": ")).slice(0, 500),
      requestId: requestId ?? null,
      stack: placesOf(err?.stack ?? ""),
    });
    if (this.#errors.length > MAX_ERRORS) this.#errors.shift();
  }

  /** The oldest first. */
  list(): readonly RecentError[] {
    return [...this.#errors];
  }
}

/** `at handler (server/http/router.ts:81:9)`: without the folder that this was installed in. */
const placesOf = (stack: string): string[] =>
  [...stack.matchAll(/^\s+at (?:(\S+) )?.*?((?:server|contract|node_modules)\/[\w./@-]+:\d+:\d+)\)?$/gm)]
    .slice(0, 12)
    .map(([, name, place]) => (name === undefined ? `at ${place}` : `at ${name} (${place})`));
