/** A process stops in order on the first signal, and at once on the second. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const MODULE = join(import.meta.dirname, "../../../server/process/untilSignal.ts");
/** A stop in order takes longer than any test. */
const PROGRAM = `import { untilSignal } from ${JSON.stringify(MODULE)};
setInterval(() => undefined, 1000);
const first = untilSignal();
console.log("ready");
console.log(await first);`;

/** A process of Node starts slowly on a busy machine. */
const WAIT_MS = 20_000;

let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

/** @param npm the variable that npm sets for what it starts */
async function start(npm?: string) {
  const { npm_execpath: _, ...environment } = process.env;
  const started = spawn(process.execPath, ["--input-type=module-typescript", "--eval", PROGRAM], {
    env: { ...environment, ...(npm !== undefined && { npm_execpath: npm }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  const output: string[] = [];
  started.stdout.on("data", (text: Buffer) => output.push(String(text)));
  await expect.poll(() => output.join(""), { timeout: WAIT_MS }).toContain("ready");
  return {
    /** Sends a signal and waits until the process has read it. */
    first: async (signal: NodeJS.Signals) => {
      started.kill(signal);
      await expect.poll(() => output.join(""), { interval: 5, timeout: WAIT_MS }).toContain(signal);
    },
    kill: (signal: NodeJS.Signals) => started.kill(signal),
    ended: () => once(started, "exit"),
    isRunning: () => started.exitCode === null && started.signalCode === null,
  };
}

test.each([
  ["SIGTERM", "SIGTERM"],
  ["SIGINT", "SIGINT"],
  ["SIGTERM", "SIGINT"],
  ["SIGINT", "SIGTERM"],
] as const)("%s, and %s at once after it", async (first, second) => {
  const one = await start();
  await one.first(first);
  const ended = one.ended();
  one.kill(second);
  expect(await ended).toEqual([1, null]);
});

test("the second signal ends it after any time", async () => {
  const one = await start();
  await one.first("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const ended = one.ended();
  one.kill("SIGTERM");
  expect(await ended).toEqual([1, null]);
});

test("what npm passes on is the same signal, once, and no other one", async () => {
  const passed = await start("/usr/lib/npm");
  await passed.first("SIGINT");
  passed.kill("SIGINT");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(passed.isRunning()).toBe(true);
  let ended = passed.ended();
  passed.kill("SIGINT");
  expect(await ended).toEqual([1, null]);
  const other = await start("/usr/lib/npm");
  await other.first("SIGINT");
  ended = other.ended();
  other.kill("SIGTERM");
  expect(await ended).toEqual([1, null]);
});
