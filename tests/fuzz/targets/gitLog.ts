import { isDeepStrictEqual } from "node:util";
import { type HistoryCommit, parseLog } from "../../../server/sources/git/commitHistory.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { type Target, promise } from "../engine/Target.ts";

export const target: Target = {
  promise: "A stream is read into the same commits for every division into chunks, or reported as damaged.",
  shape: "bytes",
  run: async (input) => {
    const whole = await read([Buffer.from(input)]);
    const size = 1 + ((input[0] ?? 0) % 7);
    const pieces = Array.from({ length: Math.ceil(input.length / size) }, (_, at) =>
      Buffer.from(input.subarray(at * size, (at + 1) * size)),
    );
    promise(isDeepStrictEqual(whole, await read(pieces)), "Chunks of another size give other commits.");
    for (const { authoredAt, committedAt, parents } of whole ?? []) {
      promise(authoredAt >= 0 && committedAt >= 0 && !Number.isNaN(new Date(authoredAt).getTime()), "A time is none.");
      promise(parents >= 0, "A number of parents is none.");
    }
    return whole?.flatMap(({ message, changes }) => [message, ...changes.map(({ path }) => path)]);
  },
};

async function read(chunks: readonly Buffer[]): Promise<HistoryCommit[] | null> {
  const stream = async function* (): AsyncGenerator<Buffer> {
    yield* chunks;
  };
  try {
    return await Array.fromAsync(parseLog(stream()));
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
