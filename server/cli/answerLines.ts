/** Lines of JSON on standard input, answered one after the other: the interface for scripts and measurements. */
import { z } from "zod";
import { CliError, STATUS, type Status } from "./CliError.ts";
import type { Format } from "./CommandSpec.ts";
import { requireJsonAnswers } from "./formats.ts";
import { linesOf } from "./linesOf.ts";
import { complain, jsonLine, print } from "./terminal.ts";
import { errorMessage } from "../errors.ts";

/** What answers to one parsed line. */
export type Answerer = (line: unknown) => unknown;

/** The message of an error in one line. */
export function errorLineOf(error: unknown): string {
  const text = error instanceof z.ZodError ? z.prettifyError(error) : errorMessage(error);
  return text.replaceAll(/\s+/g, " ");
}

/**
 * Answers every line, in order. One that cannot be answered gets {"error"} in its place and the status 1 at the end; trouble that the
 * next line would have, too (a server that is away, a token that is wrong) ends it with its own status.
 * @throws CliError for a format with a row a line
 */
export async function answerLines(answerTo: Answerer, format: Format): Promise<Status> {
  requireJsonAnswers(format);
  let status: Status = STATUS.ok;
  let number = 0;
  for await (const line of wholeTexts(linesOf(process.stdin))) {
    number++;
    if (line.trim() === "") continue;
    let answer: unknown;
    try {
      answer = await answerTo(parsed(line));
    } catch (error) {
      const isLasting = error instanceof CliError && CACHED.has(error.status);
      const message = errorLineOf(error);
      complain(`line ${number}: ${message}`);
      answer = { error: message };
      status = isLasting ? error.status : STATUS.nothing;
    }
    await print(jsonLine(answer));
    if (status > STATUS.usage) return status;
  }
  return status;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error('This line is no JSON. Each line is one object, such as {"title": "…", "body": "…"}.', {
      cause: error,
    });
  }
}

const CACHED: ReadonlySet<Status> = new Set([STATUS.unreachable, STATUS.unauthorized, STATUS.forbidden]);

/** One text per line; but a file whose first line is a single brace is read as one pretty-printed JSON text, if it parses as one. */
async function* wholeTexts(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  let laidOut: string[] | undefined;
  for await (const line of lines) {
    if (isFirst && line.trim() === "{") laidOut = [];
    if (line.trim() !== "") isFirst = false;
    if (laidOut) laidOut.push(line);
    else yield line;
  }
  if (!laidOut) return;
  const joined = laidOut.join("\n");
  if (isJson(joined)) yield joined;
  else yield* laidOut;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
