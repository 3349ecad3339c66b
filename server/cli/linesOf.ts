import type { Readable } from "node:stream";

/** The lines of a stream by their line feeds alone: `readline` also ends one at U+2028, which JSON has inside of texts. */
export async function* linesOf(input: Readable): AsyncGenerator<string, void, undefined> {
  let begun: string[] = [];
  for await (const piece of input.setEncoding("utf8") as AsyncIterable<string>) {
    const [first = "", ...lines] = piece.split("\n");
    begun.push(first);
    if (lines.length === 0) continue;
    yield begun.join("");
    begun = [lines.pop() ?? ""];
    yield* lines;
  }
  const last = begun.join("");
  if (last !== "") yield last;
}
