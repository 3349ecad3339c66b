import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";

const root = dirname(import.meta.dirname);

export interface ServerProcess {
  /** `http://127.0.0.1:<port>`, as the server printed it. */
  readonly url: string;
  readonly pid: number | undefined;
  /** Everything that the server has printed so far. */
  printed(): string;
  /** The first account that it printed. Throws if it printed none. */
  person(): { readonly email: string; readonly password: string };
  /** Stops it with a signal, as an operator does, and removes the data folder if it was created here. */
  stop(): Promise<void>;
  /** Kills it, as in a power cut. The data folder stays. */
  kill(): Promise<void>;
}

export interface ServerProcessOptions {
  /** Default: a new, empty folder. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** An installed server in place of the one of this clone, in its own environment. */
  readonly installed?: {
    readonly command: readonly [program: string, ...args: string[]];
    readonly cwd: string;
    readonly environment: NodeJS.ProcessEnv;
  };
}

/** The limit of a first start on a small, busy machine: creating the database takes most of it. */
const START_TIMEOUT_MS = 90_000;

/**
 * Starts the real server, `node server/main.ts` or an installed one, on a free port, and waits until it has printed its address and is ready.
 * @throws Error with its output if it exits before that
 */
export async function startServerProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "clew-data-"));
  const removeData = (): void => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const child = spawnServer(dataDir, options);
  let text = "";
  child.on("exit", (code, signal) => {
    text += `\nThe server ended: ${signal ?? code}.\n`;
  });
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: string): void => {
      text += chunk;
      const address = /(?:^|\s)(http:\/\/127\.0\.0\.1:\d+)\/?\s/.exec(stripVTControlCharacters(text))?.[1];
      if (address) resolve(address);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${text}`)));
    setTimeout(
      () => reject(new Error(`The server printed no address in ${START_TIMEOUT_MS / 1000} s:\n${text}`)),
      START_TIMEOUT_MS,
    ).unref();
  }).catch((error: unknown) => {
    child.kill("SIGKILL");
    removeData();
    throw error;
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  const stop = async (): Promise<void> => {
    const force = setTimeout(() => child.kill("SIGKILL"), 15_000);
    await end("SIGTERM");
    clearTimeout(force);
    removeData();
  };
  for (let waited = 0; !(await isReady(url)); waited += 100) {
    if (waited > START_TIMEOUT_MS) {
      await stop();
      throw new Error(`The server did not become ready:\n${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const person = (): { email: string; password: string } => {
    const [, email, password] = /(\S+@clew\.example)\s+(\S+)/.exec(stripVTControlCharacters(text)) ?? [];
    if (!email || !password) throw new Error(`No way to sign in was printed:\n${text}`);
    return { email, password };
  };
  return { url, pid: child.pid, printed: () => text, person, stop, kill: () => end("SIGKILL") };
}

/** @param options.env comes last */
function spawnServer(
  dataDir: string,
  { env, installed }: ServerProcessOptions,
): ChildProcessByStdio<null, Readable, Readable> {
  const start = installed ?? {
    command: [process.execPath, join(root, "server", "main.ts")] as const,
    cwd: root,
    environment: process.env,
  };
  const [program, ...args] = start.command;
  return spawn(program, args, {
    cwd: start.cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...start.environment, PORT: "0", HOST: "127.0.0.1", CLEW_DATA: dataDir, NODE_ENV: "test", ...env },
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/v1/health/ready`)).ok;
  } catch {
    return false;
  }
}
