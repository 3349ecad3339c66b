import { shortName, shortSubject } from "./commitText.ts";
import { folderPathspecs } from "./folderPaths.ts";
import { readCommitTime } from "./commitTime.ts";
import { startReading } from "./startReading.ts";

/** What one commit took out of one file, and what it put in. */
export interface RemovedLines {
  readonly hash: string;
  readonly author: string;
  readonly subject: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly path: string;
  readonly removed: string;
  readonly added: string;
}

/** Files whose lines contain no names of the code. */
export const EXCLUDED: readonly string[] = (
  "*.md *.mdx *.rst *.adoc *.txt *.json *.lock *.svg *.po *.pot *.csv *.tsv *.snap *.map *.min.js *.min.css *.html *.xml *.ipynb " +
  "*.sum *.patch *.diff *.out *.log"
)
  .split(" ")
  .map((pattern) => `:(exclude)${pattern}`);
/** The history as bare patches: nothing around a change, nothing that the reader's own settings would add. */
export const PATCHES: readonly string[] =
  "-c core.bigFileThreshold=1m log -p -U0 --no-merges --no-renames --no-color --no-ext-diff --no-textconv".split(" ");

/** What is read of the history: code in these folders, or all of it. */
const codeIn = (folders: readonly string[]): string[] => [
  ...(folders.length > 0 ? folderPathspecs(folders) : ["."]),
  ...EXCLUDED,
];

const MAX_BYTES = 256 * 1024;

/**
 * The changes of code that lead to `revision` (or `a..b`), newest first, file by file; files from which nothing was taken are left
 * out, and so are merges, prose, data and what git takes for binary. Rejects with GitReadError, or with the signal's reason.
 */
export async function* readRemovals(
  gitDir: string,
  revision: string,
  signal: AbortSignal,
  folders: readonly string[] = [],
): AsyncGenerator<RemovedLines> {
  const { stdin, stdout, kill, ended } = startReading(
    gitDir,
    [
      ...PATCHES,
      "--diff-algorithm=histogram",
      "--format=%x01%H%x00%ct%x00%an%x00%s",
      revision,
      "--",
      ...codeIn(folders),
    ],
    signal,
  );
  stdin.end();
  try {
    yield* parseRemovals(stdout.setEncoding("utf8") as AsyncIterable<string>);
    await ended;
  } finally {
    kill();
  }
}

export interface RemovalsPage {
  readonly removals: readonly RemovedLines[];
  /** Commits that were read, with those that removed nothing. */
  readonly commits: number;
  /** There are no further commits. */
  readonly isLast: boolean;
}

/**
 * A part of what `readRemovals` reads, for a reader that cannot receive a stream. Ends early, with a whole commit, after `maxBytes`.
 * @param place `skip` commits were read before; `maxCommits` are read
 * @throws GitReadError, or the signal's reason
 */
export async function readRemovalsPage(
  gitDir: string,
  revision: string,
  {
    skip,
    maxCommits,
    maxBytes,
    folders = [],
  }: {
    readonly skip: number;
    readonly maxCommits: number;
    readonly maxBytes: number;
    readonly folders?: readonly string[] | undefined;
  },
  signal: AbortSignal,
): Promise<RemovalsPage> {
  const { stdin, stdout, kill, ended } = startReading(
    gitDir,
    [
      ...PATCHES,
      "--diff-algorithm=histogram",
      `--skip=${skip}`,
      `--max-count=${maxCommits}`,
      "--format=%x01%H%x00%ct%x00%an%x00%s",
      revision,
      "--",
      ...codeIn(folders),
    ],
    signal,
  );
  stdin.end();
  let length = 0;
  async function* measured(): AsyncGenerator<string> {
    for await (const chunk of stdout.setEncoding("utf8") as AsyncIterable<string>) {
      length += chunk.length;
      yield chunk;
    }
  }
  let commits = 0;
  const removals: RemovedLines[] = [];
  try {
    for await (const removal of parseRemovals(measured(), () => commits++)) {
      removals.push(removal);
      if (length <= maxBytes) continue;
      // The commit of this change may not be whole: the next page reads it again. One that fills a page is left incomplete.
      const complete = removals.filter(({ hash }) => hash !== removal.hash);
      return commits > 1
        ? { removals: complete, commits: commits - 1, isLast: false }
        : { removals, commits, isLast: false };
    }
    await ended;
    return { removals, commits, isLast: commits < maxCommits };
  } finally {
    kill();
  }
}

/** Reads what `git log -p -U0 --format=%x01%H%x00%ct%x00%an%x00%s` writes, in chunks of any size. @param onCommit called before the changes of each commit */
export async function* parseRemovals(
  output: AsyncIterable<string>,
  onCommit: () => void = () => undefined,
): AsyncGenerator<RemovedLines> {
  let head: Pick<RemovedLines, "hash" | "author" | "subject" | "at"> | null = null;
  let path: string | null = null;
  let removed: string[] = [];
  let added: string[] = [];
  let bytes = 0;
  let minus = 0;
  let plus = 0;
  let rest = "";
  const finished = (): RemovedLines | null =>
    head && path !== null && removed.length > 0
      ? { ...head, path, removed: removed.join("\n"), added: added.join("\n") }
      : null;
  const begin = (): void => {
    path = null;
    removed = [];
    added = [];
    bytes = 0;
  };
  for await (const chunk of output) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (minus + plus > 0) {
        // The hunk's own counts determine its end: a removed `-- a/x` looks like a header and is none.
        const sign = line.charAt(0);
        if (sign === "-") minus--;
        else if (sign === "+") plus--;
        else continue; // "\ No newline at end of file"
        bytes += line.length;
        if (bytes <= MAX_BYTES) (sign === "-" ? removed : added).push(line.slice(1));
      } else if (line.startsWith("@@ ")) {
        const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
        minus = counts ? Number(counts[1] ?? 1) : 0;
        plus = counts ? Number(counts[2] ?? 1) : 0;
      } else if (line.startsWith("\u0001")) {
        const done = finished();
        if (done) yield done;
        begin();
        onCommit();
        const [hash = "", at = "0", author = "", subject = ""] = line.slice(1).split("\0");
        head = { hash, at: readCommitTime(at), author: shortName(author), subject: shortSubject(subject) };
      } else if (line.startsWith("diff --git ")) {
        const done = finished();
        if (done) yield done;
        begin();
      } else if (line.startsWith("--- a/")) {
        path = line.slice(6).replace(/\t$/, "") || null;
      }
    }
  }
  const done = finished();
  if (done) yield done;
}
