/** The process of smallProcess.ts. It ends when the process that started it closes its pipe. */
import { openSync } from "node:fs";
import { type ProgramCall, receiveMessage, runCall, sendMessage } from "./smallProcess.ts";

const [calls = "", results = ""] = process.argv.slice(2);
const input = openSync(calls, "r");
const output = openSync(results, "w");
for (let call = receiveMessage(input); call !== undefined; call = receiveMessage(input)) {
  sendMessage(output, runCall(call as ProgramCall));
}
