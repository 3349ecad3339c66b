/**
 * How long does a start take on a data folder that is there? Starts the server of a clone and the installed package in turn, each on its copy
 * of one folder with the demo, and prints the time until the server is ready and the processor time of its process until then.
 *
 *     npm run package && node bench/start.ts [--rounds 7] [--clone FOLDER] [--package TARBALL]
 *
 * `--clone` names another clone, such as one of an earlier commit. Processor times are read from /proc: Linux alone has them.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startServerProcess } from "../scripts/startServerProcess.ts";

const root = dirname(import.meta.dirname);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    clone: { type: "string", default: root },
    package: { type: "string", default: join(root, "dist-package", `clew-${version}.tgz`) },
  },
});
const TICK_MS = 10; // of Linux, in /proc
const METRICS_TOKEN = randomUUID();

const folder = mkdtempSync(join(tmpdir(), "clew-start-"));
const prefix = join(folder, "prefix");
execFileSync("npm", ["install", "--global", "--prefix", prefix, "--offline", resolve(values.package)], { cwd: folder });
const clone = resolve(values.clone);
const KINDS = {
  clone: [process.execPath, join(clone, "server", "main.ts")],
  package: [process.execPath, join(prefix, "lib", "node_modules", "clew", "bin", "clew.js"), "serve"],
} as const;
type Kind = keyof typeof KINDS;

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** @param prepare is awaited before it is stopped, and not measured */
async function start(kind: Kind, prepare?: (url: string) => Promise<void>): Promise<Start> {
  const startedAt = performance.now();
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  const server = await startServerProcess({
    dataDir: join(folder, kind),
    installed: { command: KINDS[kind], cwd: kind === "clone" ? clone : folder, environment },
    env: { NODE_ENV: "production", CLEW_DIST: "", CLEW_METRICS_TOKEN: METRICS_TOKEN },
  });
  const measured = { wallMs: performance.now() - startedAt, cpuMs: processorTime(server.pid) };
  await prepare?.(server.url);
  await server.stop();
  return measured;
}

/** Waits until no job waits or runs: the demo is synced. */
async function settled(url: string): Promise<void> {
  for (let quiet = 0; quiet < 3; await sleep(1000)) {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    if (!answer.ok) throw new Error(`The metrics cannot be read: ${answer.status}.`);
    quiet = /^clew_jobs\{[^}]*\} [1-9]/m.test(await answer.text()) ? 0 : quiet + 1;
  }
}

/** Milliseconds of user and system time of a process and its threads. */
function processorTime(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

try {
  // The first start makes the demo and its index; the second one of each keeps what was compiled.
  await start("package", settled);
  cpSync(join(folder, "package"), join(folder, "clone"), { recursive: true });
  for (const kind of ["clone", "package"] as const) await start(kind);
  const starts: Record<Kind, Start[]> = { clone: [], package: [] };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const kind of ["clone", "package"] as const) starts[kind].push(await start(kind));
  }
  console.log("           ready after   processor time   (medians, and the fastest)");
  const [ofClone, ofPackage] = (["clone", "package"] as const).map((kind) => {
    const wall = starts[kind].map(({ wallMs }) => wallMs);
    const cpu = starts[kind].map(({ cpuMs }) => cpuMs);
    const shown = (numbers: readonly number[]): string =>
      `${Math.round(median(numbers))} ms (${Math.round(Math.min(...numbers))})`;
    console.log(`${kind.padEnd(8)} ${shown(wall).padStart(16)} ${shown(cpu).padStart(16)}`);
    return { wall: median(wall), cpu: median(cpu) };
  });
  const ratio = (of: "wall" | "cpu"): string => ((ofPackage?.[of] ?? 0) / (ofClone?.[of] ?? 1)).toFixed(2);
  console.log(`package / clone: ${ratio("wall")} of the time, ${ratio("cpu")} of the processor time`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
