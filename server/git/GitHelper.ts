/**
 * A small process that starts git for the server. Forking copies the page tables of the parent: with a gigabyte of indexes that takes the
 * thread which answers people 16 ms of processor time for each git, and the helper stays small.
 */
import { type ChildProcess, fork } from "node:child_process";
import { remoteGit } from "./gitRelayClient.ts";
import type { RelayAnswer, RelayCall, Spawn } from "./relayMessages.ts";

/** What of the environment git is started with. The secrets of the server are not among it. */
const ENVIRONMENT = ["PATH", "SYSTEMROOT", "NODE_COMPILE_CACHE"];

interface Helper {
  readonly child: ChildProcess;
  readonly spawn: Spawn;
  /** Fails what runs in it. */
  readonly onLost: () => void;
}

/** A message, because a channel that has half of an answer never reports that it was disconnected. */
export const CLOSE = "close";

/** Starts the helper at once, and again for the next git when it was lost. */
export class GitHelper {
  #helper: Helper | null = null;
  #isClosed = false;

  constructor() {
    this.#helper = this.#start();
  }

  /** Undefined where it is being started again. */
  get pid(): number | undefined {
    return this.#helper?.child.pid;
  }

  readonly spawn: Spawn = (args, run) => {
    if (this.#isClosed) throw new Error("The helper that starts git is closed.");
    return (this.#helper ??= this.#start()).spawn(args, run);
  };

  /** Kills what runs, and ends the helper. */
  close(): void {
    this.#isClosed = true;
    const helper = this.#helper;
    if (helper?.child.connected) helper.child.send(CLOSE);
    helper?.onLost();
  }

  #start(): Helper {
    const child = fork(new URL("./gitHelperProcess.ts", import.meta.url), [], {
      serialization: "advanced",
      execArgv: [],
      // In a group of its own: an interrupt at the terminal is for the server, which ends its gits in order.
      detached: process.platform !== "win32",
      env: Object.fromEntries(
        ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
      ),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const { spawn, receive, lost } = remoteGit({
      postMessage: (call: RelayCall) => {
        if (child.connected) child.send(call);
      },
      ref: () => child.channel?.ref(),
      unref: () => child.channel?.unref(),
    });
    const onLost = (): void => {
      if (this.#helper === helper) this.#helper = null;
      lost("The process that starts git has ended.");
    };
    const helper: Helper = { child, spawn, onLost };
    child.on("message", (answer) => receive(answer as RelayAnswer));
    child.once("disconnect", onLost);
    child.once("exit", onLost);
    child.once("error", onLost);
    child.unref();
    child.channel?.unref();
    return helper;
  }
}
