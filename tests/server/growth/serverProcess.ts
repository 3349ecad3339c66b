/** The real server in a separate process that a test can kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../../scripts/freePort.ts";
import { productEntry } from "../support/productEntry.ts";

export interface ServerProcess {
  readonly port: number;
  readonly url: string;
  /** The output of all its runs. */
  readonly lines: string[];
  /** Starts it and resolves when it serves. @throws with its last output if it exits instead */
  start(): Promise<void>;
  /** @returns the exit status, or null after a kill */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal that does not end it, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void;
  readonly isRunning: boolean;
}

/**
 * @param environment its settings; PORT is given by this
 * @param main the `server/main.ts` of another version
 */
export async function serverProcess(
  environment: Readonly<Record<string, string | undefined>>,
  main = productEntry("main"),
): Promise<ServerProcess> {
  const port = await freePort();
  const lines: string[] = [];
  let child: ChildProcess | undefined;
  let ended: Promise<number | null> = Promise.resolve(null);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    lines,
    get isRunning() {
      return child !== undefined && child.exitCode === null && child.signalCode === null;
    },
    async start() {
      const started = spawn(process.execPath, ["--liftoff-only", main], {
        env: {
          PATH: process.env["PATH"],
          NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
          LOG_LEVEL: "warn",
          CLEW_DEMO: "off",
          ...environment,
          PORT: String(port),
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      ended = new Promise((resolve) => started.once("exit", (code) => resolve(code)));
      const from = lines.length;
      const ready = new Promise<void>((resolve) => {
        const hear = (line: string): void => {
          lines.push(line);
          if (line.startsWith("Clew is at ")) resolve();
        };
        if (started.stdout) createInterface({ input: started.stdout }).on("line", hear);
        if (started.stderr) createInterface({ input: started.stderr }).on("line", hear);
      });
      const code = await Promise.race([ready.then(() => "ready"), ended]);
      if (code !== "ready") {
        // The last output may arrive after the exit.
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw new Error(`The server ended with ${String(code)}: ${lines.slice(from).join("\n").slice(-2000)}`);
      }
    },
    signal: (signal) => void child?.kill(signal),
    end: async (signal) => {
      child?.kill(signal);
      return ended;
    },
  };
}

/**
 * One of several processes on one PostgreSQL, with its own data folder in `folder`. Repositories in `folder` may be linked.
 * @param more settings of this process only
 * @param main as of `serverProcess`
 */
export const memberProcess = (
  folder: string,
  databaseUrl: string | undefined,
  name: string,
  more: Readonly<Record<string, string>> & { readonly CLEW_ROLE: "web" | "worker" | "search" | "web,worker" },
  main?: string,
): Promise<ServerProcess> =>
  serverProcess(
    {
      CLEW_DATA: join(folder, name),
      CLEW_DIST: join(folder, "dist"),
      DATABASE_URL: databaseUrl,
      CLEW_MASTER_KEY: "one key for all of the processes here",
      CLEW_ALLOWED_PATHS: folder,
      ...more,
    },
    main,
  );
