import { GitReadError, GitStoppedError } from "./gitErrors.ts";
import { type RunningGit, startGit } from "./gitProcess.ts";

export interface ReadingGit extends Omit<RunningGit, "ended"> {
  /** Resolves when git has ended well. Rejects with GitReadError for an error status, with the signal's reason when it was cancelled. */
  readonly ended: Promise<void>;
}

/** Starts a git command that only reads `gitDir`: it gets no transport and no credential. */
export function startReading(gitDir: string, args: readonly string[], signal?: AbortSignal): ReadingGit {
  const git = startGit([`--git-dir=${gitDir}`, ...args], { signal });
  const command = args.find((word) => !word.startsWith("-") && !word.includes("=")) ?? "";
  const ended = git.ended.then(
    ({ code, stderr }) => {
      if (code !== 0) throw new GitReadError(command, stderr.trim().slice(0, 2000), code);
    },
    (error: unknown) => {
      if (error instanceof GitStoppedError && error.reason === "aborted" && signal?.reason instanceof Error)
        throw signal.reason;
      throw error;
    },
  );
  ended.catch(() => undefined); // the caller awaits it later; it must not be an unhandled rejection meanwhile
  return { ...git, ended };
}
