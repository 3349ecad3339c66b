import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";

const ROOT = dirname(dirname(import.meta.dirname));
const METRICS_TOKEN = "the-bench-reads-this";

/** The real server as a separate process, on a free port of the loopback interface. */
export interface LoadedServer {
  readonly url: string;
  readonly pid: number;
  /** The metrics as Prometheus would read them. */
  metrics(): Promise<string>;
  /** Lines of its log at `warn` and above. */
  readonly troubles: readonly string[];
  stop(): Promise<void>;
}

/**
 * @param nodeArguments arguments of Node itself, such as `--cpu-prof`
 * @param root of the clone whose server it is; this one when left out
 */
export async function startLoadedServer(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
  root = ROOT,
): Promise<LoadedServer> {
  const child: ChildProcess = spawn(process.execPath, [...nodeArguments, join(root, "server", "main.ts")], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      CLEW_DATA: dataDir,
      CLEW_DEMO: "off",
      CLEW_METRICS_TOKEN: METRICS_TOKEN,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "warn",
      ...environment,
    },
  });
  const troubles: string[] = [];
  let text = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-20_000);
      for (const line of chunk.split("\n")) if (line.startsWith("{")) troubles.push(line);
      const address = /Clew is at (http:\/\/\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.on("exit", (code) => reject(new Error(`The server ended with ${code}.\n${text}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    troubles,
    metrics: async () =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text(),
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
