/** Calls with their latencies and errors. */
export class Histogram {
  readonly #times = new Map<string, number[]>();
  readonly failures = new Map<string, number>();

  /** @param milliseconds from the request to the last byte */
  add(name: string, milliseconds: number): void {
    const times = this.#times.get(name) ?? [];
    times.push(milliseconds);
    this.#times.set(name, times);
  }

  fail(name: string, what: string): void {
    const key = `${name}: ${what}`;
    this.failures.set(key, (this.failures.get(key) ?? 0) + 1);
  }

  get count(): number {
    return this.#times.values().reduce((sum, times) => sum + times.length, 0);
  }

  quantile(name: string | null, q: number): number {
    const times = name === null ? [...this.#times.values()].flat() : (this.#times.get(name) ?? []);
    return at(times, q);
  }

  rows(): readonly { name: string; count: number; p50: number; p95: number; p99: number; max: number }[] {
    return [...this.#times].map(([name, times]) => ({
      name,
      count: times.length,
      p50: at(times, 0.5),
      p95: at(times, 0.95),
      p99: at(times, 0.99),
      max: at(times, 1),
    }));
  }
}

const at = (times: readonly number[], q: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
};

/** Cumulative counts of one histogram, of all its labels together, by upper bound. */
export function bucketsOf(text: string, name: string): Map<number, number> {
  const buckets = new Map<number, number>();
  for (const [, labels = "", count] of text.matchAll(new RegExp(`^${name}_bucket\\{(.*)\\} (\\S+)$`, "gm"))) {
    const bound = Number(/le="([^"]+)"/.exec(labels)?.[1]?.replace("+Inf", "Infinity"));
    buckets.set(bound, (buckets.get(bound) ?? 0) + Number(count));
  }
  return buckets;
}

/** The smallest bucket bound that covers the quantile of the observations between two readings: an upper estimate. */
export function quantileBetween(before: Map<number, number>, after: Map<number, number>, q: number): number {
  const counts = [...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const);
  const total = Math.max(...counts.map(([, count]) => count));
  return counts.toSorted((a, b) => a[0] - b[0]).find(([, count]) => count >= total * q)?.[0] ?? Number.NaN;
}

/** One value of the metrics; NaN if it is missing. */
export const valueOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
