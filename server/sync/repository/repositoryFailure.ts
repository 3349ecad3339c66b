/** Errors of git's readers, here or in a thread of the builder, as errors of the source. */
import { GitLimitError, GitReadError, GitStoppedError } from "../../git/gitErrors.ts";
import { BuildFailedError } from "../../index/build/builder.ts";
import { message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";

const isOutOfMemory = (error: unknown): error is GitStoppedError =>
  error instanceof GitStoppedError && error.reason === "memory";

/** The error of a repository that is larger than the limits; null for any other error. */
export function asLimit(error: unknown): SourceError | null {
  if (error instanceof SourceError) return isOutOfMemory(error.cause) ? error : null;
  const isLimit =
    error instanceof GitLimitError ||
    isOutOfMemory(error) ||
    (error instanceof BuildFailedError && (error.cause === GitLimitError.name || error.cause === GitStoppedError.name));
  return isLimit ? new SourceError("too_large", error.text, { cause: error }) : null;
}

/** The error of a mirror that git cannot read; any other error as it is. */
export function asDamage(error: unknown): unknown {
  const isUnreadable =
    error instanceof GitReadError || (error instanceof BuildFailedError && error.cause === GitReadError.name);
  return isUnreadable ? new SourceError("damaged", message("repository.damaged"), { cause: error }) : error;
}
