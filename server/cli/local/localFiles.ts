import { millisecondsOf } from "../../../contract/durations.ts";
import { shortName } from "../../git/commitText.ts";
import { GitReadError } from "../../git/gitErrors.ts";
import { readBlame } from "../../git/readBlame.ts";
import { CHANGE_NAMES, type FileChange, readFileHistory, readRangeHistory } from "../../git/readFileHistory.ts";
import { findTreeEntry, readBlobStart } from "../../git/readFolder.ts";
import { findCommit } from "../../git/commitLookup.ts";
import { findGitDir } from "../../git/findGitDir.ts";
import { CliError, STATUS } from "../CliError.ts";
import type { FileReader, NamedCommit } from "../fileCommands.ts";

const LIMITS = { maxBytes: 256 << 20, timeoutMs: 10 * 60_000 };
const MAX_FILE_BYTES = 64 << 20;

/** The files of a git repository of this machine. @throws CliError for a folder that is none, and a revision that it lacks */
export async function openLocalFiles(folder: string, revision: string): Promise<FileReader> {
  const gitDir = await findGitDir(folder).catch(() => {
    throw new CliError(STATUS.nothing, `${folder} is no git repository.`);
  });
  const commit = await findCommit(gitDir, revision);
  if (commit === null) throw new CliError(STATUS.nothing, `The repository has no revision ${revision}.`);
  const { signal } = new AbortController();
  return {
    blame: async ({ path }) => {
      const node = await findTreeEntry(gitDir, commit, path, signal);
      if (node?.kind !== "file") throw noFile(path);
      const [blame, bytes] = [
        await readBlame(gitDir, commit, path, LIMITS, signal),
        await readBlobStart(gitDir, node.oid, MAX_FILE_BYTES, signal),
      ];
      const texts = bytes.toString("utf8").split("\n");
      return blame.ranges.flatMap((range) => {
        const of = blame.commits[range.commit];
        return of === undefined
          ? []
          : Array.from({ length: range.lines }, (_, step) => ({
              ...named(of),
              line: range.line + step,
              original_line: range.originalLine + step,
              text: (texts[range.line + step - 1] ?? "").replace(/\r$/, ""),
            }));
      });
    },
    log: async ({ path, from, to }, limit) => {
      const limits = { ...LIMITS, maxCommits: limit };
      try {
        const { changes } =
          from === undefined
            ? await readFileHistory(gitDir, commit, path, limits, signal)
            : await readRangeHistory(gitDir, commit, { path, from, to: to ?? from }, limits, signal);
        return changes.map((change) => ({
          ...named(change),
          old_path: change.oldPath,
          change: CHANGE_NAMES[change.status] ?? null,
        }));
      } catch (error) {
        if (error instanceof GitReadError) throw noFile(path);
        throw error;
      }
    },
  };
}

const noFile = (path: string): CliError => new CliError(STATUS.nothing, `There is no file ${path}, or no such lines.`);

const named = ({
  hash,
  author,
  authoredAt,
  title,
  path,
}: Omit<FileChange, "patch" | "status" | "oldPath">): NamedCommit => ({
  hash,
  author: shortName(author),
  at: new Date(millisecondsOf(authoredAt)).toISOString(),
  title,
  path,
});
