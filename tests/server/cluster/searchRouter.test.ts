import { beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import { CircuitBreaker } from "../../../server/cluster/CircuitBreaker.ts";
import { KeyMeter, ReplicaCounts } from "../../../server/cluster/KeyLoads.ts";
import type { SearchProcess } from "../../../server/cluster/LiveProcesses.ts";
import { UserGate } from "../../../server/cluster/UserGate.ts";
import { Rendezvous } from "../../../server/cluster/rendezvous.ts";
import { Unanswered } from "../../../server/cluster/SealedClient.ts";
import type { RemoteAnswer, RemoteTask } from "../../../server/cluster/searchMessages.ts";
import { type Sent, SearchRouter } from "../../../server/cluster/SearchRouter.ts";
import { NotFound, TooMany, ServerBusyError } from "../../../server/errors.ts";
import { ENGINE_CALLS } from "../../../server/wire/engineTasks.ts";
import type { TaskOptions } from "../../../server/compute/engineTask.ts";
import { toPortable } from "../../../server/compute/portableErrors.ts";
import { message } from "../../../server/messages/messages.ts";

const fleet: readonly SearchProcess[] = Array.from({ length: 5 }, (_, n) => ({
  address: `http://search-${n}:4100`,
  id: `start ${n}`,
  threads: 2,
  index_bytes: 1,
  weight: 1,
}));
const options: TaskOptions = {
  principal: { userId: "ada", companyId: "ariadne" },
  key: "atlas",
  signal: new AbortController().signal,
};
const done = (answer: unknown, { cpu = 1, busy = 0 } = {}): RemoteAnswer => ({
  kind: "done",
  answer,
  cpu,
  load: { busy, threads: 2 },
});

let live: Rendezvous<SearchProcess>;
let respond: (process: SearchProcess, task: RemoteTask) => Promise<RemoteAnswer> | RemoteAnswer;
let asked: string[];
let outcomes: (Sent | "own" | "budget" | "queue")[];
let router: SearchRouter;

beforeEach(() => {
  live = new Rendezvous(fleet);
  respond = ({ id }) => done(id);
  asked = [];
  outcomes = [];
  router = new SearchRouter({
    pool: {
      run: async (name) => {
        asked.push("own");
        return `own ${name}`;
      },
      threadOf: () => 0,
    },
    live: {
      get current() {
        return live;
      },
      refresh: () => undefined,
    },
    client: {
      send: async (process, task) => {
        asked.push(process.id);
        return respond(process, task);
      },
    },
    limits: { userMsPerMinute: 30_000, companyMsPerMinute: 60_000 },
    minReplicas: 1,
    ownCalls: new Set(["getDocument"]),
    log: { warn: () => undefined },
    onSent: (outcome) => outcomes.push(outcome),
    onFallback: () => outcomes.push("own"),
    onRefused: (reason) => outcomes.push(reason),
  });
});

/** The holders of a project in their order, as the hash gives them. */
const holders = (key = "ariadne/atlas"): string[] => live.holders(key, fleet.length).map(({ id }) => id);

describe("a task goes to", () => {
  test("the holder of its project, each time", async () => {
    for (let turn = 0; turn < 3; turn += 1) expect(await router.run("searchProject", {}, options)).toBe(holders()[0]);
    const others = { ...options, key: "borealis" };
    expect(await router.run("searchProject", {}, others)).toBe(holders("ariadne/borealis")[0]);
  });

  test("the next holders in order when a process does not answer, is stopping, or has lost its database", async () => {
    const [first, second, third] = holders();
    respond = ({ id }) => {
      if (id === first) throw new Unanswered("It is gone.");
      if (id === second) return { kind: "draining" };
      return done(id);
    };
    expect(await router.run("searchProject", {}, options)).toBe(third);
    expect(asked).toEqual([first, second, third]);
    expect(outcomes).toEqual(["unreachable", "draining", "answered"]);

    const lost = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    respond = ({ id }) =>
      id === third ? { kind: "failed", error: toPortable(lost), cpu: 0, load: { busy: 0, threads: 2 } } : done(id);
    expect(await router.run("searchProject", {}, options)).toBe(holders()[3]);
  });

  test("the threads of the process itself after three that do not answer, and without any process", async () => {
    respond = () => Promise.reject(new Unanswered("It is gone.", { isSilent: true }));
    expect(await router.run("searchProject", {}, options)).toBe("own searchProject");
    expect(asked).toEqual([...holders().slice(0, 3), "own"]);
    expect(outcomes).toEqual(["silent", "silent", "silent", "own"]);
    live = new Rendezvous<SearchProcess>([]);
    asked = [];
    expect(await router.run("searchProject", {}, options)).toBe("own searchProject");
    expect(asked).toEqual(["own"]);
  });

  test("no process that has just failed", async () => {
    const [first, second] = holders();
    respond = ({ id }) => (id === first ? Promise.reject(new Unanswered("It is gone.")) : done(id));
    await router.run("searchProject", {}, options);
    asked = [];
    expect(await router.run("searchProject", {}, options)).toBe(second);
    expect(asked).toEqual([second]);
    expect(router.threadOf("atlas", "ariadne")).toBe(
      fleet.findIndex(({ id }) => id === second) * 64 + (router.threadOf("atlas", "ariadne") % 64),
    );
  });

  test("the threads of the process itself for a call that reads mirrors", async () => {
    expect(await router.run("getDocument", {}, options)).toBe("own getDocument");
  });
});

describe("a task is not sent again", () => {
  test.each([new NotFound(message("project.not_found")), new TooMany(3), new ServerBusyError(2)])(
    "when it failed with %s",
    async (error) => {
      respond = () => ({ kind: "failed", error: toPortable(error), cpu: 1, load: { busy: 0, threads: 2 } });
      await expect(router.run("searchProject", {}, options)).rejects.toEqual(error);
      expect(asked).toEqual([holders()[0]]);
    },
  );

  test("when its client has gone", async () => {
    const controller = new AbortController();
    respond = () => {
      controller.abort(new Error("The client has gone."));
      throw controller.signal.reason;
    };
    await expect(router.run("searchProject", {}, { ...options, signal: controller.signal })).rejects.toThrow("gone");
    expect(asked).toHaveLength(1);
  });
});

test("processor time of search processes counts against the budget of the person, and is refused before it is sent", async () => {
  respond = () => done(1, { cpu: 20_000 });
  await router.run("searchProject", {}, options);
  await router.run("searchProject", {}, options);
  await expect(router.run("searchProject", {}, options)).rejects.toBeInstanceOf(TooMany);
  expect(asked).toHaveLength(2);
  const other = { ...options, principal: { userId: "bob", companyId: "ariadne" } };
  expect(await router.run("searchProject", {}, other)).toBe(1);
});

test("a project with a high load is answered by several processes, first of the order, and by one again later", async () => {
  respond = ({ id }) => done(id, { busy: 1.9 });
  const answered = async (): Promise<Set<unknown>> => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => router.run("searchProject", {}, options)));
    return new Set(ids);
  };
  for (let turn = 0; turn < 8; turn += 1) await answered();
  const many = await answered();
  expect(many.size).toBeGreaterThan(2);
  // A pinned call has background work in one place.
  const pinned = { ...options, isPinned: true };
  for (let turn = 0; turn < 8; turn += 1) expect(await router.run("listDocuments", {}, pinned)).toBe(holders()[0]);
  respond = ({ id }) => done(id);
  for (let turn = 0; turn < 8; turn += 1) await answered();
  expect(await answered()).toEqual(new Set([holders()[0]]));
});

test("a project whose load is low has one replica, or as many as are set", () => {
  const counts = new ReplicaCounts(1);
  counts.report("key", "a", { busy: 0.9, threads: 2 });
  expect(counts.of("key")).toBe(1);
  expect(new ReplicaCounts(3).of("key")).toBe(3);
});

test("replicas follow the sum of what the holders report, up to a bound", () => {
  let now = 0;
  const counts = new ReplicaCounts(1, () => now);
  counts.report("key", "a", { busy: 1.5, threads: 2 });
  expect(counts.of("key")).toBe(2);
  counts.report("key", "b", { busy: 1.2, threads: 2 });
  expect(counts.of("key")).toBe(3);
  for (let n = 0; n < 20; n += 1) counts.report("key", `c${n}`, { busy: 2, threads: 2 });
  expect(counts.of("key")).toBe(8);
  // Reports of the past do not count.
  now = 60_000;
  for (let n = 0; n < 10; n += 1) counts.report("key", "a", { busy: 0.1, threads: 2 });
  expect(counts.of("key")).toBe(1);
});

test("the load of a project decays", () => {
  let now = 0;
  const meter = new KeyMeter(2, () => now);
  expect(meter.add("key", 15_000).busy).toBeCloseTo(1);
  now = 15_000;
  expect(meter.add("key", 0).busy).toBeCloseTo(1 / Math.E);
  expect(meter.add("other", 150).busy).toBeCloseTo(0.01);
});

test("a breaker waits longer after each failure, and not at all after a success", () => {
  let now = 0;
  const breaker = new CircuitBreaker(() => now);
  const waits = [];
  for (let turn = 0; turn < 6; turn += 1) {
    breaker.failed("a");
    breaker.failed("a");
    const from = now;
    while (!breaker.isClosed("a")) now += 100;
    waits.push(now - from);
  }
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(breaker.isClosed("b")).toBe(true);
  breaker.failed("a");
  breaker.succeeded("a");
  expect(breaker.isClosed("a")).toBe(true);
});

describe("the gate", () => {
  const gateOf = (limits: Partial<ConstructorParameters<typeof UserGate>[0]> = {}): UserGate =>
    new UserGate({ perUser: 2, waitingPerUser: 2, total: 10, ...limits });
  const never = new AbortController().signal;

  test("lets a person have some tasks sent, in order, and refuses when too many wait", async () => {
    const gate = gateOf();
    const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
    const begun: number[] = [];
    const tasks = ends.map(({ promise }, n) =>
      gate.run("ada", never, () => {
        begun.push(n);
        return promise;
      }),
    );
    await expect(gate.run("ada", never, async () => 0)).rejects.toBeInstanceOf(TooMany);
    // Another person does not wait for them.
    expect(await gate.run("bob", never, async () => "bob")).toBe("bob");
    expect(begun).toEqual([0, 1]);
    ends[1]?.resolve(1);
    await tasks[1];
    await expect.poll(() => begun).toEqual([0, 1, 2]);
    for (const [n, { resolve }] of ends.entries()) resolve(n);
    expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3]);
    expect(gate.sent).toBe(0);
  });

  test("a client that disconnects does not wait, and takes no place", async () => {
    const gate = gateOf({ perUser: 1 });
    const end = Promise.withResolvers<number>();
    const first = gate.run("ada", never, () => end.promise);
    const controller = new AbortController();
    const second = gate.run("ada", controller.signal, async () => 2);
    const third = gate.run("ada", never, async () => 3);
    controller.abort(new Error("The client has gone."));
    await expect(second).rejects.toThrow("gone");
    end.resolve(1);
    expect(await Promise.all([first, third])).toEqual([1, 3]);
  });

  test("refuses all when too much is sent", async () => {
    const gate = gateOf({ total: 1 });
    const end = Promise.withResolvers<number>();
    const first = gate.run("ada", never, () => end.promise);
    await expect(gate.run("bob", never, async () => 2)).rejects.toBeInstanceOf(ServerBusyError);
    end.resolve(1);
    await first;
    expect(await gate.run("bob", never, async () => 2)).toBe(2);
  });
});

test("every call that may be sent twice may also run twice", () => {
  // A call reads, unless it is named here: giveFeedback stores one verdict for a user and a file, and the others have what they read in the
  // body.
  const others = ENGINE_CALLS.filter((name) => endpoints[name].method !== "GET");
  expect(others.toSorted()).toEqual(["estimateModelOrder", "giveFeedback", "localizeText", "previewOwnMetric"]);
});
