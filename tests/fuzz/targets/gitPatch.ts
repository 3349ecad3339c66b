import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { parseHunks } from "../../../server/git/readHunks.ts";
import { parseRemovals } from "../../../server/git/readRemovals.ts";
import { type Target, promise } from "../engine/Target.ts";

export const target: Target = {
  promise:
    "Patches are read into the same hunks and removed lines however they are cut into chunks; numbers are whole ones.",
  shape: "bytes",
  run: async (input) => {
    const size = 1 + ((input[0] ?? 0) % 7);
    const pieces = Array.from({ length: Math.ceil(input.length / size) }, (_, at) =>
      Buffer.from(input.subarray(at * size, (at + 1) * size)),
    );
    const hunks = await Array.fromAsync(parseHunks(chunksOf([Buffer.from(input)])));
    const removals = await Array.fromAsync(parseRemovals(textsOf([Buffer.from(input)])));
    promise(
      isDeepStrictEqual(hunks, await Array.fromAsync(parseHunks(chunksOf(pieces)))),
      "Other chunks, other hunks.",
    );
    promise(
      isDeepStrictEqual(removals, await Array.fromAsync(parseRemovals(textsOf(pieces)))),
      "Other chunks, other lines.",
    );
    for (const { path, hunks: numbers } of hunks) {
      promise(path !== "" && numbers.length > 0 && numbers.length % 4 === 0, "A row has no path or no whole hunk.");
      promise(numbers.every(Number.isSafeInteger), "A number of a hunk is none.");
    }
    for (const { path, removed, added } of removals) {
      promise(path !== "", "Lines were removed from no file.");
      promise(removed.length + added.length <= input.length, "There are more lines than in the patch.");
    }
    return [...hunks, ...removals].map(({ path }) => path);
  },
};

async function* chunksOf(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

/** As git's output is decoded: a character may begin in one chunk and end in the next. */
const textsOf = (pieces: readonly Buffer[]): AsyncIterable<string> =>
  Readable.from(pieces, { objectMode: false }).setEncoding("utf8") as AsyncIterable<string>;
