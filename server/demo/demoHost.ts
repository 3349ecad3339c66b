import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadDemoData } from "./demoData.ts";
import { type GithubHost, startGithubHost } from "./githubHost.ts";

/** The checkout that this server runs from. */
const CHECKOUT = dirname(dirname(import.meta.dirname));

/** The demo's tracker, running, and what of the outside the demo needs to be open. */
export interface DemoHost {
  readonly trackerUrl: string;
  /** Where the tracker was at the last start; null at the first one, or when it is still there. */
  readonly movedFrom: string | null;
  /** Folder of the project's own git history; null where the server does not run from a clone. */
  readonly repositoryPath: string | null;
  /** To be added to what the operator allows: this one port of the loopback interface. */
  readonly allowedNetworks: readonly string[];
  readonly allowedPaths: readonly string[];
  stop(): Promise<void>;
}

/** A server that was started with the demo once remembers it in its data folder. */
const noteOf = (dataDir: string): string => join(dataDir, "demo.json");

/** The port that the demo's tracker had last; null in a data folder without a demo. */
export function readDemoPort(dataDir: string): number | null {
  try {
    const note: unknown = JSON.parse(readFileSync(noteOf(dataDir), "utf8"));
    const port: unknown = typeof note === "object" && note !== null && "port" in note ? note.port : null;
    return typeof port === "number" ? port : null;
  } catch {
    return null; // missing, or written by a hand: then it is as at the first start
  }
}

/**
 * Starts the demo's tracker where it was at the last start, so that its address in the database stays right; on another port when
 * that one is taken by now.
 */
export async function startDemoHost(dataDir: string, checkout: string = CHECKOUT): Promise<DemoHost> {
  const before = readDemoPort(dataDir);
  const data = loadDemoData();
  const host = await startAt(before ?? 0, data);
  const { port } = new URL(host.url);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(noteOf(dataDir), `${JSON.stringify({ port: Number(port) })}\n`, { mode: 0o600 });
  const { owner, name } = data.repository;
  const hasGit = existsSync(join(checkout, ".git"));
  return {
    trackerUrl: `${host.url}/${owner}/${name}`,
    movedFrom: before === null || before === Number(port) ? null : `http://127.0.0.1:${before}/${owner}/${name}`,
    repositoryPath: hasGit ? checkout : null,
    allowedNetworks: [`127.0.0.1:${port}`],
    allowedPaths: hasGit ? [checkout] : [],
    stop: () => host.stop(),
  };
}

async function startAt(port: number, data: Parameters<typeof startGithubHost>[0]["data"]): Promise<GithubHost> {
  try {
    return await startGithubHost({ data, port });
  } catch (error) {
    if (port === 0) throw error;
    return startGithubHost({ data });
  }
}
