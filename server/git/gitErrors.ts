import { MessageError } from "../messages/MessageError.ts";
import type { Message } from "../messages/messages.ts";

/** Why a git process did not run to its own end. */
export type GitStopReason = "missing" | "aborted" | "timeout" | "output" | "memory";

/** A git process could not be started, or was killed by a limit or by its caller. */
export class GitStoppedError extends MessageError {
  override readonly name = "GitStoppedError";
  readonly reason: GitStopReason;

  constructor(reason: GitStopReason, text: Message, cause?: unknown) {
    super(text, { cause });
    this.reason = reason;
  }
}

/** A git process ended with an error status; the message holds what it wrote to its error stream. */
export class GitReadError extends Error {
  override readonly name = "GitReadError";

  /** The command, such as `blame`, and what it wrote to its error stream. */
  readonly command: string;
  readonly detail: string;
  /** Exit status; 128 and the number of the signal for a git that was killed by one. */
  readonly code: number;

  constructor(command: string, detail: string, code = 1) {
    super(`git ${command} failed: ${detail || "no reason given"}`);
    this.command = command;
    this.detail = detail;
    this.code = code;
  }
}

/** Whether git itself failed or was stopped by a limit, as opposed to the caller having called it off. */
export const hasGitFailed = (error: unknown): boolean =>
  error instanceof GitReadError || (error instanceof GitStoppedError && error.reason !== "aborted");

/** A tree or a commit is larger than the configured limits. */
export class GitLimitError extends MessageError {
  override readonly name = "GitLimitError";
}
