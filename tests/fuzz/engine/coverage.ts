/** What instrumented code reports while it runs: the edges between its blocks, its steps and its comparisons. */

const EDGES = 1 << 16;
/** Comparisons that are kept of one run. */
const MOST_COMPARED = 256;

export class TooManySteps extends Error {
  override readonly name = "TooManySteps";
}

const hits = new Uint8Array(EDGES);
const touched = new Uint32Array(EDGES);
let count = 0;
let previous = 0;
let steps = 0;
let most = Infinity;
let compared: [string | number, string | number][] | null = null;

function visit(id: number): void {
  const edge = id ^ previous;
  previous = id >>> 1;
  const hit = hits[edge] ?? 0;
  if (hit === 0) touched[count++] = edge;
  if (hit < 255) hits[edge] = hit + 1;
  steps += 1;
  if (steps > most) throw new TooManySteps(`more than ${most} blocks`);
}

function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (compared !== null && compared.length < MOST_COMPARED) {
    const isText = typeof left === "string" && typeof right === "string";
    if (isText || (typeof left === "number" && typeof right === "number")) {
      compared.push([left as string | number, right as string | number]);
    }
  }
  return false;
}

/** Defines the functions that instrumented code calls. */
export function provideHooks(): void {
  Object.assign(globalThis, { $clewVisit: visit, $clewEqual: equal });
}

/** Begins a run. @param isTracing keeps the comparisons that were not equal */
export function begin(mostSteps: number, isTracing: boolean): void {
  for (let at = 0; at < count; at += 1) hits[touched[at] ?? 0] = 0;
  count = 0;
  previous = 0;
  steps = 0;
  most = mostSteps;
  compared = isTracing ? [] : null;
}

/** @returns features of the run: each is an edge with the order of magnitude of its executions */
export function end(): {
  features: Uint32Array;
  steps: number;
  compared: readonly [string | number, string | number][];
} {
  most = Infinity;
  const features = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) {
    const edge = touched[at] ?? 0;
    features[at] = edge * 8 + magnitude(hits[edge] ?? 0);
  }
  return { features, steps, compared: compared ?? [] };
}

function magnitude(hit: number): number {
  if (hit < 4) return hit - 1;
  if (hit < 8) return 3;
  if (hit < 16) return 4;
  if (hit < 32) return 5;
  return hit < 128 ? 6 : 7;
}
