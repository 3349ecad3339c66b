/** The body of a request to a model in parts that people can read: what Clew instructs, and each text that it quotes. */
import { type QuotedKind, readLead } from "../../contract/search/modelRequestLeads.ts";

export interface QuotedLine {
  /** Its place in the file, where the text that is sent has it. */
  readonly number: number | null;
  readonly text: string;
}

export interface QuotedPart {
  /** What the text is. `other`: `lead` has it in the words of the request. */
  readonly kind: QuotedKind;
  /** The words before the text. */
  readonly lead: string;
  /** The number of a passage or a file. */
  readonly number: number | null;
  /** The source and the name of a passage, or the path of a file, as they are sent. */
  readonly title: string | null;
  readonly lines: readonly QuotedLine[];
  /** Characters of the text with its title. */
  readonly characters: number;
}

export interface ModelRequestParts {
  readonly instructions: string;
  readonly quoted: readonly QuotedPart[];
  /** All else, as JSON. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

const LINE_NUMBER = /^(\d+)\| /;

/** @returns null for a body of another form, of which only the bytes can be shown */
export function readModelRequest(body: string): ModelRequestParts | null {
  const read = parseObject(body);
  if (read === null || !Array.isArray(read.messages) || read.messages.length !== 2) return null;
  const { messages, ...rest } = read;
  const [instructions, content] = [contentOf(messages[0], "system"), contentOf(messages[1], "user")];
  if (instructions === null || content === null) return null;
  const quoted = quotedParts(content);
  if (quoted === null) return null;
  const fields = Object.entries(rest).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
  return { instructions, quoted, fields };
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The text of a message that has a role and a text, and nothing else that would not be shown. */
function contentOf(message: unknown, role: string): string | null {
  if (typeof message !== "object" || message === null || Object.keys(message).length !== 2) return null;
  if (!("role" in message) || !("content" in message) || message.role !== role) return null;
  return typeof message.content === "string" ? message.content : null;
}

/** The marks of a request have one random number, which the texts between them do not know. */
function quotedParts(content: string): QuotedPart[] | null {
  const [, nonce] = /<data-(\w+)>\n/.exec(content) ?? [];
  if (nonce === undefined) return null;
  const pieces = content.split(`</data-${nonce}>`);
  // Words after the last text would belong to none.
  if (pieces.pop() !== "") return null;
  const parts = pieces.map((piece) => {
    const [before = "", text, ...more] = piece.split(`<data-${nonce}>\n`);
    return text === undefined || more.length > 0 ? null : quotedPart(before.trim(), text.replace(/\n$/, ""));
  });
  return parts.every((part) => part !== null) ? parts : null;
}

function quotedPart(lead: string, text: string): QuotedPart {
  const { kind, number } = readLead(lead);
  const lines = text.split("\n");
  const title = number === null ? null : (lines.shift() ?? "");
  return { kind, lead, number, title, lines: toQuotedLines(lines), characters: Array.from(text).length };
}

/** Numbers are read where each line has the next one: a text may begin with a number too. */
function toQuotedLines(lines: readonly string[]): QuotedLine[] {
  const numbers = lines.map((line) => Number(LINE_NUMBER.exec(line)?.[1] ?? Number.NaN));
  const first = numbers[0] ?? Number.NaN;
  const isNumbered = numbers.every((number, at) => number === first + at);
  return lines.map((text, at) =>
    isNumbered ? { number: first + at, text: text.replace(LINE_NUMBER, "") } : { number: null, text },
  );
}
