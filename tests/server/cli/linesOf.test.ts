import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { linesOf } from "../../../server/cli/linesOf.ts";

const LINES = ['{"a":"one\u2028line\u2029 \u0085\r"}', "", "ü😀", "x".repeat(100_000)];

test.each([
  ["a line feed at the end", "\n"],
  ["none", ""],
])("lines end at line feeds alone, however the bytes arrive, with %s", async (_, end) => {
  const bytes = Buffer.from(LINES.join("\n") + end);
  for (const size of [1, 7, 4096, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_unused, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    expect(await Array.fromAsync(linesOf(Readable.from(pieces, { objectMode: false })))).toEqual(LINES);
  }
});
