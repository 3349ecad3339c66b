/**
 * What people read in a terminal. Words of others (titles, names, paths) may hold orders to the terminal: those are taken out, with what
 * cannot be seen, where a log and a mail keep a space (`oneLine`).
 */
import { stripVTControlCharacters, styleText } from "node:util";

/** The text in one line, without anything that a terminal would obey or that cannot be seen. */
export const shown = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();

/** One line of code: its indentation stays. */
export const shownCode = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll("\t", "  ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "");

type Style = Parameters<typeof styleText>[0];
/** Coloured where standard output is a terminal that supports colours and NO_COLOR is not set. */
const styled = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });
export const strong = (text: string): string => styled("bold", text);
export const faint = (text: string): string => styled("dim", text);
export const accent = (text: string): string => styled("cyan", text);
/** A word that a search matched. */
export const match = (text: string): string => styled(["bold", "red"], text);
export const good = (text: string): string => styled("green", text);
export const bad = (text: string): string => styled("red", text);

/** Writes to standard output and waits while its reader is slow. */
export async function print(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once("drain", resolve));
}

/**
 * Ends the process quietly when the reader of its output closes the pipe (`clew … | head -1`), as `SIGPIPE` ends a C program.
 * Exit status 141 is 128 plus the number of that signal.
 */
export function exitOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit(141);
    });
  }
}

/** Writes to standard error. A message may name a file or a source, whose orders to the terminal are taken out. */
export function complain(text: string): void {
  const lines = text.split("\n").map((line) => shownCode(line));
  process.stderr.write(`${lines.join("\n")}\n`);
}

/** An answer as one line of JSON. What JSON leaves as it is and a terminal obeys or does not show is written as an escape. */
export const jsonLine = (data: unknown): string =>
  `${JSON.stringify(data).replaceAll(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, escaped)}\n`;

/** A character as an escape of JSON. */
export const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
