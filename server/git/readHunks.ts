import { folderPathspecs } from "./folderPaths.ts";
import { EXCLUDED, PATCHES } from "./readRemovals.ts";
import { startReading } from "./startReading.ts";

/** Where one commit changed one file. */
export interface FileHunks {
  readonly hash: string;
  readonly path: string;
  /** Four numbers a hunk, as git writes them: first line and number of lines before, first line and number of lines after. */
  readonly hunks: readonly number[];
}

/** Most tests. Their functions are not looked for, and they are half of what git would compare. */
const TESTS = [
  "**/test/**",
  "**/tests/**",
  "**/testdata/**",
  "**/__tests__/**",
  "**/*_test.*",
  "**/*.test.*",
  "**/*.spec.*",
].map((pattern) => `:(exclude,glob)${pattern}`);
const NEWLINE = 10;
/** git writes no patch of a file that is larger than a megabyte, so larger numbers are not from git. */
const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/**
 * The lines that the newest `limit` commits of `revision` (or `a..b`) changed in files of code other than tests, which they neither made, removed nor
 * moved; newest first, without merges. Rejects with GitReadError, or with the signal's reason.
 */
export async function* readHunks(
  gitDir: string,
  revision: string,
  limit: number,
  signal?: AbortSignal,
  folders: readonly string[] = [],
): AsyncGenerator<FileHunks> {
  const { stdin, stdout, kill, ended } = startReading(
    gitDir,
    [
      ...PATCHES,
      "--full-history",
      `--max-count=${limit}`,
      "--diff-filter=M",
      "--format=%x01%H",
      revision,
      "--",
      ...(folders.length > 0 ? folderPathspecs(folders) : ["."]),
      ...EXCLUDED,
      ...TESTS,
    ],
    signal,
  );
  stdin.end();
  try {
    yield* parseHunks(stdout);
    await ended;
  } finally {
    kill();
  }
}

/** Reads what `git log -p -U0 --format=%x01%H` writes, in chunks of any size. */
export async function* parseHunks(output: AsyncIterable<Buffer>): AsyncGenerator<FileHunks> {
  let hash = "";
  let path = "";
  let hunks: number[] = [];
  /** Lines of the hunk that are still to come: the texts themselves are skipped. */
  let left = 0;
  let rest: Buffer = Buffer.alloc(0);
  const finished = (): FileHunks[] => (path !== "" && hunks.length > 0 ? [{ hash, path, hunks }] : []);
  for await (const chunk of output) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const first = String.fromCharCode(bytes[start] ?? 0);
      if (left > 0) {
        // "\ No newline at end of file" is no line of the hunk.
        if (first !== "\\") left--;
      } else if (first === "@") {
        const match = HUNK.exec(bytes.toString("latin1", start, Math.min(end, start + 80)));
        if (match) {
          const [, from, before = "1", to, after = "1"] = match;
          hunks.push(Number(from), Number(before), Number(to), Number(after));
          left = Number(before) + Number(after);
        }
      } else if (first === "\u0001" || first === "d") {
        yield* finished();
        hunks = [];
        path = "";
        if (first === "\u0001") hash = bytes.toString("latin1", start + 1, end);
      } else if (first === "+" && bytes.toString("latin1", start, start + 6) === "+++ b/") {
        path = bytes.toString("utf8", start + 6, end).replace(/\t$/, "");
      }
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  yield* finished();
}
