/** A thread that reads a tree without end, until it is terminated. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { startGit } from "../../../server/git/gitProcess.ts";
import { setGitRelay } from "../../../server/git/gitRelayClient.ts";

export interface Listing {
  readonly git: MessagePort;
  readonly repository: string;
  readonly commit: string;
}

const { git: port, repository, commit } = workerData as Listing;
setGitRelay(port);
const git = startGit([`--git-dir=${repository}`, "ls-tree", "-r", "-z", commit]);
let bytes = 0;
for await (const chunk of git.stdout) {
  bytes += (chunk as Buffer).length;
  if (bytes > 4_000_000) parentPort?.postMessage("reading");
}
