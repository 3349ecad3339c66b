/** Three hundred pages whose connections break in one moment, by the app's own socket service over real connections: they come back, and not as a storm. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TIMINGS } from "../../../../contract/constants.ts";
import { publish } from "../../../../server/events/publish.ts";
import { createSocket, type NotificationsSocket } from "../../../../src/services/socket.ts";
import { openTcpProxy, type TcpProxy } from "../../tcpProxy.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { verbatim } from "../../../../server/messages/messages.ts";

const PAGES = 300;
/** Milliseconds of one step in which arrivals are counted. */
const STEP = 50;

let server: TestServer;
let wire: TcpProxy;
let people: Awaited<ReturnType<typeof addPeople>>;
const pages: NotificationsSocket[] = [];
beforeAll(async () => {
  server = await startTestServer("pglite", { socketLimits: { perUser: 2 * PAGES, total: 2 * PAGES } });
  people = await addPeople(server.db);
  wire = await openTcpProxy(Number(new URL(server.url).port));
});
afterAll(async () => {
  for (const page of pages) page.disconnect();
  await wire.close();
  await server.stop();
});

test("all of them come back once, none before its time, spread over what they are given, and miss nothing", async () => {
  const heard = Array.from({ length: PAGES }, (): string[] => []);
  const dials: { readonly page: number; readonly at: number }[] = [];
  /** When each page received the events that it had missed. */
  const admitted: number[] = [];
  let open = 0;
  for (let page = 0; page < PAGES; page += 1) {
    pages.push(
      createSocket({
        origin: wire.url,
        token: () => people.admin.token,
        onMessage: ({ title }) => {
          heard[page]?.push(title);
          if (title === "while they were away") admitted.push(performance.now());
        },
        onState: (state) => (open += state === "open" ? 1 : 0),
        onDrop: () => (open -= 1),
        open: (url) => {
          dials.push({ page, at: performance.now() });
          return new WebSocket(url);
        },
      }),
    );
  }
  for (const page of pages) page.connect();
  const countOf = (...titles: string[]): number => heard.filter((own) => own.join() === titles.join()).length;
  await expect.poll(() => open).toBe(PAGES);
  // A connection counts as admitted once it receives a message.
  const say = (title: string) =>
    publish(server.db, { userId: people.admin.id, type: "announcement", title: verbatim(title) });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await say("before");
  await expect.poll(() => countOf("before")).toBe(PAGES);

  dials.length = 0;
  const lag = monitorEventLoopDelay({ resolution: 10 });
  const cutAt = performance.now();
  wire.cut();
  await say("while they were away");
  await expect.poll(() => dials.length).toBeGreaterThan(0);
  lag.enable();
  await expect.poll(() => countOf("before", "while they were away")).toBe(PAGES);
  lag.disable();

  expect(new Set(dials.map(({ page }) => page)).size).toBe(PAGES);
  expect(dials).toHaveLength(PAGES);
  expect(Math.min(...dials.map(({ at }) => at)) - cutAt).toBeGreaterThanOrEqual(TIMINGS.socketReconnect - 1);
  // The client adds nothing of its own; the server admits those who come back together one after another.
  const steps = new Map<number, number>();
  for (const at of admitted) {
    const step = Math.floor((at - cutAt) / STEP);
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  // Ten steps, each with a tenth of the pages on an idle machine. A machine that stalled for longer proves nothing.
  const stoodStill = lag.max / 1e6 > 4 * STEP;
  expect(stoodStill || Math.max(...steps.values()) < PAGES / 2, JSON.stringify([...steps])).toBe(true);
  await say("after");
  await expect.poll(() => countOf("before", "while they were away", "after")).toBe(PAGES);
});
