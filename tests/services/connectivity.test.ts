import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryDelayMs, watchConnectivity, type ConnectionStatus } from "../../src/services/connectivity.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A server that the test switches on and off, and a browser whose online events it fires. */
function setUp() {
  const world = { status: 200 as number | null, isOnline: true };
  const statuses: ConnectionStatus[] = [];
  const requests: string[] = [];
  const news = new Map<string, () => void>();
  const monitor = watchConnectivity({
    origin: "",
    onStatus: (place) => statuses.push(place),
    isOnline: () => world.isOnline,
    random: () => 0.5,
    fetch: (url) => {
      requests.push(url);
      return world.status === null ? Promise.reject(new TypeError("gone")) : Promise.resolve({ status: world.status });
    },
    window: {
      addEventListener: (name: string, listener: unknown) => {
        if (typeof listener === "function") news.set(name, () => void Reflect.apply(listener, undefined, []));
      },
      removeEventListener: (name: string) => void news.delete(name),
    },
  });
  const tell = async (name: string): Promise<void> => {
    news.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { world, statuses, requests, monitor, news, tell };
}

test("nothing is asked while all goes well, and many who ask at once ask once", async () => {
  const { requests, monitor, statuses } = setUp();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(requests).toEqual([]);
  expect(await Promise.all([monitor.check(), monitor.check(), monitor.check()])).toEqual([true, true, true]);
  expect([requests, statuses]).toEqual([["/api/v1/health/live/"], []]);
});

test("an unreachable server is polled with growing intervals, and detected when it responds again", async () => {
  const { world, statuses, requests, monitor } = setUp();
  world.status = null;
  expect(await monitor.check()).toBe(false);
  expect(statuses).toEqual(["unreachable"]);
  await vi.advanceTimersByTimeAsync(60_000);
  const inOneMinute = requests.length;
  expect(inOneMinute).toBeGreaterThan(3);
  expect(inOneMinute).toBeLessThan(9);
  world.status = 200;
  await vi.advanceTimersByTimeAsync(45_000);
  expect(statuses).toEqual(["unreachable", "online"]);
  const found = requests.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(requests.length).toBe(found);
});

test("distinguishes no network from no server, and checks its return on the browser's event", async () => {
  const { world, statuses, tell } = setUp();
  world.status = null;
  world.isOnline = false;
  await tell("offline");
  expect(statuses).toEqual(["offline"]);
  world.status = 200;
  world.isOnline = true;
  await tell("online");
  expect(statuses).toEqual(["offline", "online"]);
});

test("a proxy without its server counts as no server; a refusal of the server itself does not", async () => {
  const { world, statuses, monitor } = setUp();
  for (const status of [404, 401, 503, 500]) {
    world.status = status;
    expect(await monitor.check()).toBe(true);
  }
  for (const status of [502, 504]) {
    world.status = status;
    expect(await monitor.check()).toBe(false);
  }
  expect(statuses).toEqual(["unreachable"]);
});

test("after the end nothing is asked and nothing is heard", async () => {
  const { world, requests, monitor, news } = setUp();
  world.status = null;
  await monitor.check();
  monitor.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([requests.length, news.size]).toEqual([1, 0]);
});

test("500 pages that lost the server at once look again at moments of their own", () => {
  for (const misses of [0, 3, 10]) {
    const delays = Array.from({ length: 500 }, (_, index) => retryDelayMs(misses, index / 500));
    const shortest = Math.min(...delays);
    const longest = Math.max(...delays);
    expect(longest / shortest).toBeGreaterThan(2.5);
    expect(longest).toBeLessThanOrEqual(45_000);
  }
  expect(retryDelayMs(5, 0)).toBeGreaterThan(retryDelayMs(0, 0) * 4);
});
