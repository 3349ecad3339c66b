import { GitStoppedError, type GitStopReason } from "../../git/gitErrors.ts";
import { type GitRun, type RunningGit, runGit, startGit } from "../../git/gitProcess.ts";
import { SourceError, type SourceErrorCode } from "../SourceError.ts";

const CODES: Readonly<Record<GitStopReason, SourceErrorCode>> = {
  missing: "git_missing",
  aborted: "aborted",
  timeout: "timeout",
  output: "too_large",
  memory: "too_large",
};

/** Throws the SourceError of a git process that was stopped; any other error as it is. */
export function throwSourceError(error: unknown): never {
  if (error instanceof GitStoppedError) throw new SourceError(CODES[error.reason], error.text, { cause: error });
  throw error;
}

/** As `runGit` of server/git. @throws SourceError when git could not run or was stopped */
export const runSourceGit: typeof runGit = (args, run) =>
  runGit(args, { ...run, isBackground: true }).catch(throwSourceError);

/** As `startGit` of server/git; `ended` rejects with SourceError. */
export function startSourceGit(args: readonly string[], run: GitRun = {}): RunningGit {
  const git = startGit(args, { ...run, isBackground: true });
  const ended = git.ended.catch(throwSourceError);
  ended.catch(() => undefined); // the caller awaits it later; it must not be an unhandled rejection meanwhile
  return { ...git, ended };
}
