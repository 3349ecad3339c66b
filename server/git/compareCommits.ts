import { hasGitFailed } from "./gitErrors.ts";
import { startReading } from "./startReading.ts";

/** Subject lines of the newest commits of a history, along the first parents. */
export async function readSubjects(
  gitDir: string,
  hash: string,
  count: number,
  signal: AbortSignal,
): Promise<string[]> {
  const args = ["log", "--first-parent", `-${count}`, "--format=%s", "--end-of-options", hash, "--"];
  return (await readLines(gitDir, args, signal)) ?? [];
}

/** A changed part of a file: lines of the old side, and of the new one, as git counts them in a hunk without context. */
export interface ChangedLines {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/** A file at two commits; `newPath` differs from `path` where it was renamed between them. */
export interface ComparedFile {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly newPath: string;
}

/**
 * What changed in a file between two commits, in order. `unrelated` where the file at `newPath` is not the renamed one; null where git could
 * not compare them.
 */
export async function readChangedLines(
  gitDir: string,
  { from, to, path, newPath }: ComparedFile,
  signal: AbortSignal,
): Promise<ChangedLines[] | "unrelated" | null> {
  const isMoved = path !== newPath;
  const renames = isMoved ? "-M" : "--no-renames";
  const options = `--literal-pathspecs diff-tree -r -p -U0 ${renames} --no-color --no-ext-diff --no-textconv`.split(
    " ",
  );
  const paths = isMoved ? [path, newPath] : [path];
  const lines = await readLines(gitDir, [...options, "--end-of-options", from, to, "--", ...paths], signal);
  if (lines === null) return null;
  // Without other files to choose from, git reports the one rename or none.
  if (isMoved && !lines.some((line) => line.startsWith("rename to "))) return "unrelated";
  return lines.flatMap((line) => {
    const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!match) return [];
    const [, oldStart, oldLines = "1", newStart, newLines = "1"] = match;
    return [
      {
        oldStart: Number(oldStart),
        oldLines: Number(oldLines),
        newStart: Number(newStart),
        newLines: Number(newLines),
      },
    ];
  });
}

/** Where a line is after the changes; null for one that was changed or removed. */
export function mapLine(line: number, changes: readonly ChangedLines[]): number | null {
  let shift = 0;
  for (const { oldStart, oldLines, newLines } of changes) {
    // A hunk that only adds comes after its old line.
    const begin = oldLines === 0 ? oldStart + 1 : oldStart;
    if (line < begin) break;
    if (line < begin + oldLines) return null;
    shift += newLines - oldLines;
  }
  return line + shift;
}

/** Bytes that are read of one answer. */
const MAX_BYTES = 8 << 20;

async function readLines(gitDir: string, args: readonly string[], signal: AbortSignal): Promise<string[] | null> {
  const { stdin, stdout, kill, ended } = startReading(gitDir, args, signal);
  stdin.end();
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) return null;
      chunks.push(chunk);
    }
    await ended;
    const text = Buffer.concat(chunks).toString("utf8").trimEnd();
    return text === "" ? [] : text.split("\n");
  } catch (error) {
    if (hasGitFailed(error)) return null;
    throw error;
  } finally {
    kill();
  }
}
