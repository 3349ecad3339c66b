/** The process of GitHelper.ts. It ends, with every git that it has started, when the server disconnects or is gone. */
import { CLOSE } from "./GitHelper.ts";
import { spawnGit } from "./gitProcess.ts";
import { serveGit } from "./gitRelayOwner.ts";
import type { RelayCall } from "./relayMessages.ts";

/** Milliseconds in which the gits that were killed are reaped. */
const GRACE_MS = 2000;

const { receive, close } = serveGit(spawnGit, (answer) => {
  if (process.connected) process.send?.(answer);
});
process.on("message", (call) => {
  if (call === CLOSE) process.disconnect();
  else receive(call as RelayCall);
});
process.once("disconnect", () => {
  close();
  // With nothing left to wait for the process ends before.
  setTimeout(() => process.exit(0), GRACE_MS).unref();
});
