/** An engine thread whose tasks wait, as for git, until they are cancelled; the task `echo` answers at once. */
import { parentPort } from "node:worker_threads";
import type { FromEngine, ToEngine } from "../../../server/compute/engineMessages.ts";

const post = (message: FromEngine): void => parentPort?.postMessage(message);
parentPort?.on("message", (message: ToEngine) => {
  if (message.kind === "stop") process.exit(0);
  if (message.kind === "task" && message.name === "echo")
    post({ kind: "done", id: message.id, answer: message.context, cpu: 0, openIndexes: 0 });
  if (message.kind === "cancel")
    post({ kind: "failed", id: message.id, error: { name: "Error", message: "cancelled" }, cpu: 0, openIndexes: 0 });
});
