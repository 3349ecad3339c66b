import { expect, test, vi } from "vitest";
import { handleChunkErrors, isChunkError, type ChunkErrorOptions } from "../../../src/routes/failures/chunkErrors.ts";
import { syncConnectivity } from "../../../src/routes/connection/syncConnectivity.ts";
import { LoaderError } from "../../../src/routes/failures/unwrap.ts";
import { createTestStore } from "../../createTestStore.ts";
import { apiError } from "../../fixtures/handlers.ts";
import { memoryStorage } from "../../fixtures/memoryStorage.ts";

const CHUNK = new TypeError("Failed to fetch dynamically imported module: https://clew.example/assets/Help-1.js");

/** The app's router, idle or navigating. */
const state = (part: Partial<ChunkErrorOptions["router"]["state"]> = {}): ChunkErrorOptions["router"]["state"] => ({
  initialized: true,
  navigation: {},
  ...part,
});

interface SetUp {
  state?: ReturnType<typeof state>;
  answers?: boolean;
  kept?: Record<string, string>;
  hasFailed?: boolean;
}

function setUp(options: SetUp = {}) {
  const store = createTestStore();
  const load = vi.fn<(href?: string) => void>();
  const tabStorage = memoryStorage(options.kept);
  const listeners: (() => void)[] = [];
  handleChunkErrors({
    router: { state: options.state ?? state() },
    connectivity: store.connectivity,
    check: () => Promise.resolve(options.answers ?? true),
    tabStorage,
    now: () => 1_000_000,
    load,
    hasFailed: options.hasFailed ?? false,
    window: { addEventListener: (_: string, listener: unknown) => void listeners.push(listener as () => void) },
  });
  const miss = async (): Promise<void> => {
    for (const listener of listeners) listener();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { store, load, miss, tabStorage };
}

const onTheWay = state({
  navigation: { location: { pathname: "/help", search: "?a=1", hash: "#b" } },
});

test("on the way to another screen the whole page is loaded there, once within a minute", async () => {
  const { store, load, miss } = setUp({ state: onTheWay });
  await miss();
  expect(load).toHaveBeenCalledExactlyOnceWith("/help?a=1#b");
  await miss();
  expect(load).toHaveBeenCalledOnce();
  expect(store.connectivity.hasNewVersion).toBe(true);
});

test("code of the first screen that failed before the app was assembled loads the page again, once", async () => {
  const { load, tabStorage } = setUp({ hasFailed: true });
  await new Promise((resolve) => setTimeout(resolve));
  expect(load).toHaveBeenCalledExactlyOnceWith(undefined);
  const kept = Object.fromEntries([["clew.reloadedForChunk", tabStorage.getItem("clew.reloadedForChunk") ?? ""]]);
  const again = setUp({ hasFailed: true, kept });
  await new Promise((resolve) => setTimeout(resolve));
  expect(again.load).not.toHaveBeenCalled();
});

test("loads nothing while the user does not navigate, and marks the new version", async () => {
  const { store, load, miss } = setUp();
  await miss();
  expect(load).not.toHaveBeenCalled();
  expect(store.connectivity.hasNewVersion).toBe(true);
});

test("while the server is away nothing is loaded and no version is reported", async () => {
  const { store, load, miss } = setUp({ state: onTheWay, answers: false });
  await miss();
  expect(load).not.toHaveBeenCalled();
  expect(store.connectivity.hasNewVersion).toBe(false);
});

test("the words of the browsers for a chunk that did not come are known, others are faults", () => {
  for (const words of [
    CHUNK.message,
    "error loading dynamically imported module: https://clew.example/assets/Help-1.js",
    "Importing a module script failed.",
    "Unable to preload CSS for /assets/Help-1.css",
  ]) {
    expect(isChunkError(new TypeError(words))).toBe(true);
  }
  expect(isChunkError(new TypeError("Cannot read properties of undefined"))).toBe(false);
  expect(isChunkError(new LoaderError(apiError({ kind: "chunk", status: null })))).toBe(true);
  expect(isChunkError(new LoaderError(apiError({ kind: "network", status: null })))).toBe(false);
});

test("reports another version of the server, and never the first one", () => {
  const { connectivity } = createTestStore();
  connectivity.noteVersion("a");
  connectivity.noteVersion("a");
  expect(connectivity.hasNewVersion).toBe(false);
  connectivity.noteVersion("b");
  expect(connectivity.hasNewVersion).toBe(true);
});

test("reconnects and reloads a live page after the server's return, with a random delay", () => {
  const store = createTestStore();
  const [connect, load, revalidate] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => Promise<void>>()];
  const planned: [number, () => void][] = [];
  const live = [{ route: { handle: { live: true } } }];
  const follow = syncConnectivity({
    router: { state: { matches: live, errors: null }, revalidate },
    connectivity: store.connectivity,
    socket: { connect },
    load,
    random: () => 0.5,
    after: (milliseconds, run) => planned.push([milliseconds, run]),
  });
  follow("unreachable");
  expect([store.connectivity.status, planned.length]).toEqual(["unreachable", 0]);
  follow("online");
  expect([store.connectivity.status, planned[0]?.[0]]).toEqual(["online", 1500]);
  expect(connect).not.toHaveBeenCalled();
  planned[0]?.[1]();
  expect([connect, revalidate, load].map((one) => one.mock.calls.length)).toEqual([1, 1, 0]);
  // Components that load their own data are notified too.
  expect(store.connectivity.reconnectCount).toBe(1);
});

test("a page whose code could not be loaded comes by itself when the server is back", () => {
  const store = createTestStore();
  const [connect, load, revalidate] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => Promise<void>>()];
  const follow = syncConnectivity({
    router: { state: { matches: [], errors: { help: CHUNK } }, revalidate },
    connectivity: store.connectivity,
    socket: { connect },
    load,
    random: () => 0,
    after: (_, run) => run(),
  });
  follow("online");
  expect([load, connect, revalidate].map((one) => one.mock.calls.length)).toEqual([1, 0, 0]);
});
