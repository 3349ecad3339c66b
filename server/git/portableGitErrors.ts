/** Errors of git's readers on their way between two processes: their classes decide what a reader of a mirror answers. */
import { errorMessage } from "../errors.ts";
import type { Message } from "../messages/messages.ts";
import { GitLimitError, GitReadError, GitStoppedError, type GitStopReason } from "./gitErrors.ts";

export type PortableGitError =
  | { readonly kind: "read"; readonly command: string; readonly detail: string; readonly code: number }
  | { readonly kind: "stopped"; readonly reason: GitStopReason; readonly text: Message }
  | { readonly kind: "limit"; readonly text: Message }
  | { readonly kind: "other"; readonly message: string };

export function toPortableGit(error: unknown): PortableGitError {
  if (error instanceof GitReadError) {
    const { command, detail, code } = error;
    return { kind: "read", command, detail, code };
  }
  if (error instanceof GitStoppedError) return { kind: "stopped", reason: error.reason, text: error.text };
  if (error instanceof GitLimitError) return { kind: "limit", text: error.text };
  return { kind: "other", message: errorMessage(error) };
}

export function fromPortableGit(error: PortableGitError): Error {
  switch (error.kind) {
    case "read":
      return new GitReadError(error.command, error.detail, error.code);
    case "stopped":
      return new GitStoppedError(error.reason, error.text);
    case "limit":
      return new GitLimitError(error.text);
    case "other":
      return new Error(error.message);
  }
}
