/** The lines of the log as text for a terminal. */
import { z } from "zod";
import { oneLine } from "../messages/oneLine.ts";

/** Names of Pino's levels, by their numbers. */
const LEVEL_NAMES = new Map([
  [10, "trace"],
  [20, "debug"],
  [30, "info"],
  [40, "warning"],
  [50, "error"],
  [60, "fatal"],
]);

/** From this level on the stack of the error is printed. */
const STACK_LEVEL = 50;

const LogLine = z.looseObject({
  time: z.number(),
  level: z.number(),
  msg: z.string().default(""),
  err: z.object({ message: z.string(), stack: z.string().optional() }).optional(),
  req: z.object({ method: z.string(), url: z.string() }).optional(),
});
type LogLine = z.infer<typeof LogLine>;

/** Fields that the text has elsewhere, or that only a program reads. */
const LEFT_OUT = new Set(["time", "level", "msg", "err", "req", "pid", "hostname", "requestId", "settings"]);

/**
 * Formats a line of Pino: `14:03:11 warning  the mail server did not answer: timeout (attempt=2)`, in local time, from errors on with the stack.
 * @returns the line as it is where it is no line of Pino; control characters are replaced, because a message can hold text of a foreign
 * host that would move the cursor of the terminal or change its title
 */
export function logLineAsText(line: string): string {
  const entry = LogLine.safeParse(parse(line)).data;
  if (!entry) return oneLine(line.trimEnd());
  const time = new Date(entry.time).toTimeString().slice(0, 8);
  const level = (LEVEL_NAMES.get(entry.level) ?? String(entry.level)).padEnd(8);
  const { msg, req, err } = entry;
  const reason = err === undefined || err.message === msg ? "" : err.message;
  const call = req === undefined ? "" : `${req.method} ${req.url}`;
  const text = [msg, call, reason].filter(Boolean).join(": ");
  const fields = fieldsOf(entry);
  const first = oneLine(`${time} ${level} ${text}${fields === "" ? "" : ` (${fields})`}`);
  const stack = entry.level < STACK_LEVEL ? [] : (err?.stack?.split("\n") ?? []).filter((at) => /^\s+at /.test(at));
  return [first, ...stack.map(oneLine)].join("\n");
}

/** What a line is about, such as `projectId=…`: its other fields that are a single value. */
const fieldsOf = (entry: LogLine): string =>
  Object.entries(entry)
    .filter(([name, value]) => !LEFT_OUT.has(name) && ["string", "number", "boolean"].includes(typeof value))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
