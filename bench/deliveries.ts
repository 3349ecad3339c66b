/**
 * How many signed deliveries of a host does one process accept, and what do people notice meanwhile? Starts the real server with a tracker of
 * issues that is linked with a webhook, and a GitHub App that is installed on several repositories, and sends deliveries in parallel as fast as they are
 * answered: to the webhook, then to the app, while one user opens the list of issues. In the end the last change of each issue must be in the lists.
 * The same number of calls of `health/live` comes with them: the ratio to it is the figure to keep.
 *
 *     node bench/deliveries.ts [--deliveries 10000] [--atOnce 32] [--issues 1000] [--repositories 10] [--against ../clone]
 *
 * `--against` has the server of another clone, which has the same schema, get the same deliveries in turns: the ratio of the times is printed.
 * All traffic stays on the loopback interface. The exit status is 1 where a delivery was refused or a change was lost.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type DeliveryStage, ENDPOINTS, startDeliveryStage } from "./load/deliveryStage.ts";
import { Histogram } from "./load/Histogram.ts";

const { values } = parseArgs({
  options: {
    deliveries: { type: "string", default: "10000" },
    atOnce: { type: "string", default: "32" },
    issues: { type: "string", default: "1000" },
    repositories: { type: "string", default: "10" },
    against: { type: "string" },
    profile: { type: "string" },
  },
});
const [deliveries, atOnce] = [Number(values.deliveries), Number(values.atOnce)];
/** Turns of each server. */
const TURNS = 5;
/** How long the last change may take to arrive; the bench reports a loss after it. */
const SETTLE_MS = 120_000;
const KINDS = ["health", ...ENDPOINTS] as const;
type Kind = (typeof KINDS)[number];

const shared = { issues: Number(values.issues), repositories: Number(values.repositories) };
const nodeArguments = values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}`];
const stages = [{ name: "this", stage: await startDeliveryStage({ ...shared, nodeArguments }), ms: noTimes() }];
if (values.against !== undefined)
  stages.push({
    name: "other",
    stage: await startDeliveryStage({ ...shared, root: values.against }),
    ms: noTimes(),
  });
const histogram = new Histogram();
let isLost = false;
try {
  for (const { name, stage } of stages) await visitsDuring(stage, sleep(5000), `${name} list, quiet`);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const kind of KINDS) for (const { name, stage, ms } of stages) ms[kind] += await run(name, stage, kind, turn);
  for (const { name, p50, p95, max, count } of histogram.rows())
    console.log(
      `${name.padEnd(18)} ${String(count).padStart(6)}  p50 ${p50.toFixed(0)}  p95 ${p95.toFixed(0)}  max ${max.toFixed(0)} ms`,
    );
  for (const { name, stage, ms } of stages) {
    for (const endpoint of ENDPOINTS)
      console.log(
        `${name} ${endpoint}: ${(deliveries / (ms[endpoint] / 1000)).toFixed(0)}/s, ${(ms[endpoint] / ms.health).toFixed(1)} times the cost of health/live; ` +
          `${((ms[endpoint] / deliveries) * 10).toFixed(1)} s for 10,000`,
      );
    const settledMs = await stage.settle(SETTLE_MS);
    console.log(
      `${name} settled: ${settledMs === null ? "never, a change was lost" : `after ${settledMs.toFixed(0)} ms`}; ${stage.hostRequests.length} requests to the host`,
    );
    isLost ||= settledMs === null;
  }
  const [mine, other] = stages;
  if (mine && other)
    for (const endpoint of ENDPOINTS)
      console.log(
        `ratio ${endpoint}: the other takes ${(other.ms[endpoint] / mine.ms[endpoint]).toFixed(2)} times as long`,
      );
  const refused = [...histogram.failures];
  console.log(`refused: ${refused.length === 0 ? "none" : refused.map(([what, n]) => `${what} ×${n}`).join(", ")}`);
  isLost ||= refused.length > 0;
} finally {
  for (const { stage } of stages) await stage.stop();
}
process.exit(isLost ? 1 : 0);

function noTimes(): Record<Kind, number> {
  return { health: 0, source: 0, app: 0 };
}

/** One turn of a server. @returns milliseconds */
async function run(name: string, stage: DeliveryStage, kind: Kind, turn: number): Promise<number> {
  const first = Math.floor((turn * deliveries) / TURNS);
  const end = Math.floor(((turn + 1) * deliveries) / TURNS);
  const request = (at: number): Promise<Response> =>
    kind === "health" ? fetch(`${stage.server.url}/api/v1/health/live/`) : stage.deliver(kind, at);
  const work = inParallel(first, end, (at) => send(`${name} ${kind}`, () => request(at)));
  if (kind !== "health") await visitsDuring(stage, work, `${name} list, storm`);
  return work;
}

/** Runs the work for each number, `atOnce` at a time. @returns milliseconds */
async function inParallel(first: number, end: number, work: (at: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let next = first;
  const worker = async (): Promise<void> => {
    while (next < end) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - startedAt;
}

async function send(name: string, request: () => Promise<Response>): Promise<void> {
  const startedAt = performance.now();
  const answer = await request();
  await answer.arrayBuffer();
  histogram.add(name, performance.now() - startedAt);
  if (!answer.ok) histogram.fail(name, String(answer.status));
}

/** Opens the list of issues again and again until the work ends. */
async function visitsDuring(stage: DeliveryStage, work: Promise<unknown>, name: string): Promise<void> {
  let isDone = false;
  void work.finally(() => (isDone = true));
  while (!isDone) {
    await send(name, () => stage.visit());
    await sleep(50);
  }
}
