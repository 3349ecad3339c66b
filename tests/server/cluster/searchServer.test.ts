/** The server of a search process over real connections, with the client of web processes and with what an attacker may send. */
import { randomBytes } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KeyRing } from "../../../server/access/keys/KeyRing.ts";
import type { SearchProcess } from "../../../server/cluster/LiveProcesses.ts";
import { Unanswered } from "../../../server/cluster/SealedClient.ts";
import { SearchClient } from "../../../server/cluster/SearchClient.ts";
import { SearchServer } from "../../../server/cluster/SearchServer.ts";
import type { RemoteTask } from "../../../server/cluster/searchMessages.ts";
import { FrameReader } from "../../../server/cluster/answerFrames.ts";
import { MAX_AGE_MS, RequestOpener, sealRequest } from "../../../server/cluster/sealedMessages.ts";
import { NotFound, TooMany } from "../../../server/errors.ts";
import type { TaskOptions } from "../../../server/compute/engineTask.ts";
import { fromPortable } from "../../../server/compute/portableErrors.ts";
import { message } from "../../../server/messages/messages.ts";

const keys = new KeyRing([randomBytes(32)]);
const ID = "this start";
const task: RemoteTask = {
  name: "searchProject",
  context: { q: "thread", when: new Date(0) },
  principal: { userId: "ada", companyId: "ariadne" },
  key: "atlas",
  isPinned: false,
  isSerialized: true,
  isSlice: false,
  placementKey: "ariadne/atlas",
};
const never = new AbortController().signal;

let now: number;
let isLive: boolean;
let received: string[];
let runs: { readonly name: string; readonly context: unknown; readonly options: TaskOptions }[];
let answer: (options: TaskOptions) => Promise<unknown>;
let server: SearchServer;
let client: SearchClient;
let holder: SearchProcess;

beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  isLive = true;
  received = [];
  runs = [];
  answer = async () => ({ results: new Map([["file", new Float64Array([1, 0.5])]]) });
  server = new SearchServer({
    id: ID,
    keys,
    pool: {
      run: async (name, context, options) => {
        runs.push({ name, context, options });
        const found = await answer(options);
        options.onCpu?.(12);
        return found;
      },
    },
    threads: 2,
    now: () => now,
    isLive: () => isLive,
    host: "127.0.0.1",
    port: 0,
    log: { error: () => undefined },
    onReceived: (outcome) => received.push(outcome),
  });
  await server.start();
  client = new SearchClient({ keys, now: () => now });
  holder = { address: `http://127.0.0.1:${server.port}`, id: ID, threads: 2, index_bytes: 1, weight: 1 };
});
afterEach(async () => {
  await client.close();
  await server.close();
});

const post = async (body: Uint8Array<ArrayBuffer>, path = "/task"): Promise<{ status: number; text: string }> => {
  const response = await fetch(holder.address + path, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body,
  });
  return { status: response.status, text: await response.text() };
};
const bytesOf = (sealed: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(sealed);

describe("a task sent to a search process", () => {
  test("runs with its arguments, and its answer arrives as it was", async () => {
    expect(await client.send(holder, task, never)).toEqual({
      kind: "done",
      answer: { results: new Map([["file", new Float64Array([1, 0.5])]]) },
      cpu: 12,
      load: { busy: 12 / 15_000, threads: 2 },
    });
    const { principal, key, isPinned, isSerialized } = task;
    expect(runs).toEqual([
      {
        name: task.name,
        context: task.context,
        options: expect.objectContaining({ principal, key, isPinned, isSerialized }) as unknown,
      },
    ]);
  });

  test("fails with the error that it had", async () => {
    for (const error of [new NotFound(message("project.not_found")), new TooMany(7)]) {
      answer = () => Promise.reject(error);
      const failed = await client.send(holder, task, never);
      if (failed.kind !== "failed") throw new Error("It must have failed.");
      expect(fromPortable(failed.error)).toEqual(error);
    }
  });

  test("may take longer than the longest silence", async () => {
    answer = () => new Promise((resolve) => setTimeout(resolve, 2600, "late"));
    expect(await client.send(holder, task, never)).toMatchObject({ kind: "done", answer: "late" });
  });

  test("is cancelled when its client disconnects", async () => {
    const cancelled = Promise.withResolvers<void>();
    answer = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          cancelled.resolve();
          reject(new Error("cancelled"));
        });
      });
    const controller = new AbortController();
    const sent = client.send(holder, task, controller.signal);
    await expect.poll(() => runs.length).toBe(1);
    controller.abort(new Error("The client has gone."));
    await expect(sent).rejects.toThrow("The client has gone.");
    await cancelled.promise;
  });

  test("of a process that is not live any more is refused as draining, and does not run", async () => {
    isLive = false;
    expect(await client.send(holder, task, never)).toEqual({ kind: "draining" });
    expect(runs).toEqual([]);
  });

  test("ends before the server closes", async () => {
    const end = Promise.withResolvers<string>();
    answer = () => end.promise;
    const sent = client.send(holder, task, never);
    await expect.poll(() => runs.length).toBe(1);
    let isClosed = false;
    const closing = server.close().then(() => (isClosed = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isClosed).toBe(false);
    end.resolve("whole");
    expect(await sent).toMatchObject({ kind: "done", answer: "whole" });
    await closing;
    await expect(client.send(holder, task, never)).rejects.toThrow(Unanswered);
  });
});

describe("a search process refuses, and runs nothing for", () => {
  test("bytes that no key has sealed", async () => {
    for (const bytes of [new Uint8Array(0), Uint8Array.from(randomBytes(200)), bytesOf(Buffer.from("{}"))]) {
      expect(await post(bytes)).toEqual({ status: 404, text: "" });
    }
    expect(new Set(received)).toEqual(new Set(["forged"]));
    expect(runs).toEqual([]);
  });

  test("a request of which one bit is changed", async () => {
    const { bytes } = sealRequest(keys, ID, now, task);
    // Version, key, iv, tag and text.
    for (const at of [0, 2, 8, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await post(bytesOf(changed))).toEqual({ status: 404, text: "" });
    }
    expect(received).toEqual(Array.from({ length: 5 }, () => "forged"));
    expect(runs).toEqual([]);
  });

  test("a request under another master key", async () => {
    const { bytes } = sealRequest(new KeyRing([randomBytes(32)]), ID, now, task);
    expect(await post(bytesOf(bytes))).toEqual({ status: 404, text: "" });
    expect(received).toEqual(["forged"]);
    expect(runs).toEqual([]);
  });

  test("a request for another process, or for an earlier start of this one", async () => {
    const { bytes } = sealRequest(keys, "an earlier start", now, task);
    expect(await post(bytesOf(bytes))).toEqual({ status: 404, text: "" });
    expect(received).toEqual(["forged"]);
    expect(runs).toEqual([]);
  });

  test.each([-1, 1])("an expired request, of a clock that is off by %i × the limit", async (sign) => {
    const { bytes } = sealRequest(keys, ID, now + sign * (MAX_AGE_MS + 1), task);
    expect(await post(bytesOf(bytes))).toEqual({ status: 404, text: "" });
    expect(received).toEqual(["expired"]);
    expect(runs).toEqual([]);
  });

  test("any other path and method", async () => {
    const { bytes } = sealRequest(keys, ID, now, task);
    expect(await post(bytesOf(bytes), "/")).toEqual({ status: 404, text: "" });
    const response = await fetch(`${holder.address}/task`);
    expect([response.status, await response.text()]).toEqual([404, ""]);
    expect(runs).toEqual([]);
  });

  test("a body of another type, and one that is too large", async () => {
    const { bytes } = sealRequest(keys, ID, now, task);
    const response = await fetch(`${holder.address}/task`, { method: "POST", body: bytesOf(bytes) });
    expect([response.status, await response.text()]).toEqual([404, ""]);
    const large = await post(new Uint8Array(9 * 2 ** 20)).catch(() => ({ status: 404, text: "" }));
    expect(large).toEqual({ status: 404, text: "" });
    expect(runs).toEqual([]);
  });
});

test("a recorded request runs once, as long as it would be valid", async () => {
  const { bytes } = sealRequest(keys, ID, now, task);
  expect((await post(bytesOf(bytes))).status).toBe(200);
  for (const later of [0, 1000, MAX_AGE_MS]) {
    now += later === 0 ? 0 : later - (later === MAX_AGE_MS ? 1000 : 0);
    expect(await post(bytesOf(bytes))).toEqual({ status: 404, text: "" });
  }
  now += 1;
  expect(await post(bytesOf(bytes))).toEqual({ status: 404, text: "" });
  expect(received).toEqual(["accepted", "replayed", "replayed", "replayed", "expired"]);
  expect(runs).toHaveLength(1);
});

test("during a rotation requests under the other key are answered under that key", async () => {
  const [next, previous] = [randomBytes(32), randomBytes(32)];
  const sender = new KeyRing([previous, next]);
  const opener = new RequestOpener(new KeyRing([next, previous]), ID, () => now);
  const sealed = sealRequest(sender, ID, now, "question");
  const opened = opener.open(sealed.bytes);
  expect(opened.content).toBe("question");
  expect(sealed.openAnswer(opened.sealAnswer("answer"))).toBe("answer");
});

test("an answer opens only for the request that it belongs to", () => {
  const opener = new RequestOpener(keys, ID, () => now);
  const [one, other] = [sealRequest(keys, ID, now, 1), sealRequest(keys, ID, now, 2)];
  const answers = [opener.open(one.bytes).sealAnswer("one"), opener.open(other.bytes).sealAnswer("other")];
  expect(one.openAnswer(answers[0] ?? Buffer.alloc(0))).toBe("one");
  expect(() => one.openAnswer(answers[1] ?? Buffer.alloc(0))).toThrow("forged");
  // A request sent back is no answer.
  expect(() => one.openAnswer(one.bytes)).toThrow("forged");
});

describe("the client gives up on", () => {
  let server: Server;
  const sockets = new Set<Socket>();
  const listen = async (respond: (write: (bytes: Buffer | string) => void) => void): Promise<SearchProcess> => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("data", () => respond((bytes) => void socket.write(bytes)));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return {
      ...holder,
      address: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    };
  };
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\n";

  test("a process that accepts a connection and is silent", async () => {
    const silent = await listen(() => undefined);
    await expect(client.send(silent, task, never)).rejects.toMatchObject({ name: "Unanswered", isSilent: true });
  });

  test("a process that falls silent after its first sign of life", async () => {
    const silent = await listen((write) => write(`${HEAD}content-length: 100\r\n\r\n\0\0\0\0\0`));
    await expect(client.send(silent, task, never)).rejects.toMatchObject({ name: "Unanswered", isSilent: true });
  });

  test("an answer that the key has not sealed", async () => {
    const forged = Buffer.concat([Buffer.from([1, 0, 0, 0, 60]), randomBytes(60)]);
    const other = await listen((write) => {
      write(`${HEAD}content-length: ${forged.length}\r\n\r\n`);
      write(forged);
    });
    await expect(client.send(other, task, never)).rejects.toMatchObject({ name: "Unanswered", isSilent: false });
  });

  test("a process that is not there", async () => {
    const gone = await listen(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    await expect(client.send(gone, task, never)).rejects.toMatchObject({ name: "Unanswered", isSilent: false });
  });
});

test("frames are read from any pieces, and other bytes are refused", () => {
  const answerFrame = Buffer.from([1, 0, 0, 0, 3, 7, 8, 9]);
  const bytes = Buffer.concat([Buffer.from([0, 0, 0, 0, 0]), Buffer.from([0, 0, 0, 0, 0]), answerFrame]);
  for (let size = 1; size <= bytes.length; size += 1) {
    const reader = new FrameReader();
    let content: Buffer | undefined;
    for (let at = 0; at < bytes.length; at += size) content ??= reader.push(bytes.subarray(at, at + size));
    expect([size, content && [...content]]).toEqual([size, [7, 8, 9]]);
  }
  expect(() => new FrameReader().push(Buffer.from("HTTP/1.1 400"))).toThrow("no frame");
  expect(() => new FrameReader().push(Buffer.from([1, 255, 255, 255, 255]))).toThrow("no frame");
});
