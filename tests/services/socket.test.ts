import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Notification } from "../../contract/notices/notifications.ts";
import { createSocket, type SocketLike } from "../../src/services/socket.ts";
import { notification } from "../fixtures/people.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Connections in the order in which they were made, each of them driven by the test. */
function setUp(token: string | null | (() => string) = "t&1") {
  const opened: { url: string; socket: SocketLike; close: ReturnType<typeof vi.fn<SocketLike["close"]>> }[] = [];
  const received: Notification[] = [];
  const onDrop = vi.fn<() => void>();
  const socket = createSocket({
    origin: "https://clew.example",
    token: () => (typeof token === "function" ? token() : token),
    onMessage: (message) => received.push(message),
    onDrop,
    open: (url) => {
      const close = vi.fn<SocketLike["close"]>();
      const made: SocketLike = { onopen: null, onmessage: null, onclose: null, close };
      opened.push({ url, socket: made, close });
      return made;
    },
  });
  const at = (index: number) => {
    const found = opened[index];
    if (!found) throw new Error(`There is no connection number ${index}.`);
    return found;
  };
  const call = <K extends "onopen" | "onmessage" | "onclose">(index: number, name: K, event: object): void => {
    const handler = at(index).socket[name] as ((event: object) => void) | null;
    handler?.(event);
  };
  return {
    socket,
    opened,
    received,
    onDrop,
    at,
    open: (index: number) => {
      call(index, "onopen", {});
    },
    say: (index: number, data: unknown) => {
      call(index, "onmessage", { data });
    },
    drop: (index: number, code = 1006) => {
      call(index, "onclose", { code });
    },
  };
}

test("the token is in the query, and connecting twice makes one connection", () => {
  const { socket, opened, at } = setUp();
  socket.connect();
  socket.connect();
  expect(opened).toHaveLength(1);
  expect(at(0).url).toBe("wss://clew.example/ws/notifications/?token=t%261&away=0");
});

test("without a token nothing is opened", () => {
  const { socket, opened } = setUp(null);
  socket.connect();
  expect(opened).toEqual([]);
});

test("what is not JSON is dropped without a word", () => {
  const { socket, received, open, say } = setUp();
  socket.connect();
  open(0);
  for (const data of ["not json", "", "{", "undefined", new ArrayBuffer(2), null, 7]) say(0, data);
  say(0, JSON.stringify(notification()));
  expect(received).toEqual([notification()]);
});

test("every JSON message is received, in any shape; what it leaves out is filled in", () => {
  const { socket, received, open, say } = setUp();
  socket.connect();
  open(0);
  const sent = [
    '{"message":"Hello from the host"}',
    '"a string"',
    "7",
    "null",
    "[1,2]",
    "{}",
    '{"id":7,"type":9,"title":{},"body":[],"href":"javascript:alert(1)","created_at":"never","data":null,"project":3}',
    '{"title":"Out","href":"//evil.example"}',
    '{"id":"","type":"x","text":"  "}',
    "[".repeat(5000) + "]".repeat(5000),
    JSON.stringify({ message: "m".repeat(100_000) }),
  ];
  for (const data of sent) say(0, data);
  expect(received).toHaveLength(sent.length);
  expect(received.map(({ title }) => title.slice(0, 30)).slice(0, 6)).toEqual([
    "Hello from the host",
    "a string",
    "7",
    "null",
    "[1,2]",
    "{}",
  ]);
  expect(new Set(received.map(({ id }) => id)).size).toBe(sent.length);
  for (const { title, href, created_at, data } of received) {
    expect(title.trim()).not.toBe("");
    expect(title.length).toBeLessThanOrEqual(300);
    expect(href).toBeNull();
    expect(Number.isNaN(Date.parse(created_at))).toBe(false);
    expect(data).toEqual({});
  }
});

test("a message without a place in the host's order does not change what is asked for after a drop", () => {
  const { socket, open, say, drop, at } = setUp();
  socket.connect();
  open(0);
  say(0, JSON.stringify(notification({ id: "41" })));
  say(0, '{"message":"Hello"}');
  drop(0);
  vi.advanceTimersByTime(5000);
  expect(new URL(at(1).url).searchParams.get("after")).toBe("41");
});

test("after a drop it comes back once, after 5000 ms, and asks for what it missed", () => {
  const { socket, opened, open, say, drop, at } = setUp();
  socket.connect();
  open(0);
  say(0, JSON.stringify(notification({ id: "41" })));
  drop(0);
  vi.advanceTimersByTime(4999);
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(opened).toHaveLength(2);
  expect(new URL(at(1).url).searchParams.get("after")).toBe("41");
  drop(1); // it never opened
  vi.advanceTimersByTime(60_000);
  expect(opened).toHaveLength(2);
});

test("what changed while the screen was loaded, before the channel opened, is requested", () => {
  const { socket, at } = setUp();
  vi.advanceTimersByTime(1500);
  socket.connect();
  expect(new URL(at(0).url).searchParams.get("away")).toBe("1500");
});

test("a page that has been open for long requests half a minute at its first connection", () => {
  const { socket, at } = setUp();
  vi.advanceTimersByTime(3_600_000);
  socket.connect();
  expect(new URL(at(0).url).searchParams.get("away")).toBe("30000");
});

test("a page without events sends its listening time, and a sign-in as another user resets it", () => {
  let token = "one";
  const { socket, opened, open, drop, at } = setUp(() => token);
  const queryOf = (index: number) => new URL(at(index).url).search;
  socket.connect();
  expect(queryOf(0)).toBe("?token=one&away=0");
  open(0);
  vi.advanceTimersByTime(2000);
  drop(0);
  vi.advanceTimersByTime(5000);
  expect(queryOf(1)).toBe("?token=one&away=7000");
  socket.disconnect();
  token = "two";
  socket.connect();
  expect(opened).toHaveLength(3);
  expect(queryOf(2)).toBe("?token=two&away=7000");
});

test("a connection that came back and drops again is another drop", () => {
  const { socket, opened, open, drop } = setUp();
  socket.connect();
  open(0);
  drop(0);
  vi.advanceTimersByTime(5000);
  open(1);
  drop(1);
  vi.advanceTimersByTime(5000);
  expect(opened).toHaveLength(3);
});

test("closing is no drop, and cancels a reconnection that waits", () => {
  const { socket, opened, open, drop, at } = setUp();
  socket.connect();
  open(0);
  socket.disconnect();
  expect(at(0).close).toHaveBeenCalledOnce();
  drop(0, 1000);
  vi.advanceTimersByTime(5000);
  expect(opened).toHaveLength(1);

  socket.connect();
  drop(1);
  socket.disconnect();
  vi.advanceTimersByTime(5000);
  expect(opened).toHaveLength(2);
});

test("a token that is not valid is not tried again", () => {
  const { socket, opened, open, drop } = setUp();
  socket.connect();
  open(0);
  drop(0, 4401);
  vi.advanceTimersByTime(5000);
  expect(opened).toHaveLength(1);
});

test("those who were cut off together come back after exactly 5000 ms each time", () => {
  const all = Array.from({ length: 20 }, () => setUp("t"));
  for (const { socket, open } of all) {
    socket.connect();
    open(0);
  }
  for (const drop of [0, 1, 2]) {
    for (const one of all) one.drop(drop, 1001);
    vi.advanceTimersByTime(4999);
    expect(all.map(({ opened }) => opened.length)).toEqual(all.map(() => drop + 1));
    vi.advanceTimersByTime(1);
    expect(all.map(({ opened }) => opened.length)).toEqual(all.map(() => drop + 2));
    for (const one of all) one.open(drop + 1);
  }
});

test("does not reconnect to a host with too many connections until the user acts", () => {
  const { socket, opened, open, drop, onDrop } = setUp();
  socket.connect();
  open(0);
  drop(0, 1013);
  vi.advanceTimersByTime(60_000);
  expect(opened).toHaveLength(1);
  expect(onDrop).not.toHaveBeenCalled();
  socket.connect();
  expect(opened).toHaveLength(2);
});

test("reports a dropped connection, but not a close or an invalid token", () => {
  const { socket, open, drop, onDrop } = setUp();
  socket.connect();
  open(0);
  drop(0);
  expect(onDrop).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  drop(1);
  expect(onDrop).toHaveBeenCalledTimes(2);
  socket.connect();
  drop(2, 4401);
  socket.connect();
  socket.disconnect();
  expect(onDrop).toHaveBeenCalledTimes(2);
});
