import { GitHelper } from "../../../server/git/GitHelper.ts";
import { startGitBy } from "../../../server/git/gitRelayClient.ts";

let helper: GitHelper | undefined;

/** Lets the helper process start git from now on, as `server/process/run.ts` does: a process of the tests is large, so each fork of it takes long. */
export function startGitInHelper(): void {
  startGitBy((helper ??= new GitHelper()).spawn);
}
