import { describe, expect, test } from "vitest";
import { type ComputePrincipal, ComputeBudget } from "../../../server/compute/ComputeBudget.ts";
import { FairQueue } from "../../../server/compute/FairQueue.ts";
import { TooMany, ServerBusyError } from "../../../server/errors.ts";

interface Task {
  readonly name: string;
  readonly principal: ComputePrincipal | null;
  readonly refuse: (error: Error) => void;
}

/** A queue with a clock that only the test advances. */
function setUp({ person = 10_000, company = 40_000, all = 100, ofOne = 16 } = {}) {
  let time = 0;
  const budget = new ComputeBudget({ userMsPerMinute: person, companyMsPerMinute: company }, () => time);
  const queue = new FairQueue<Task>(budget, { total: all, perUser: ofOne });
  const refused: [string, Error][] = [];
  const add = (name: string, principal: ComputePrincipal | null): Task => {
    const task = { name, principal, refuse: (error: Error): void => void refused.push([name, error]) };
    queue.add(task);
    return task;
  };
  const take = (): Task | undefined => {
    const task = queue.take(() => true);
    if (task) queue.begin(task);
    return task;
  };
  const serveAll = (milliseconds: number): string[] => {
    const names: string[] = [];
    for (let task = take(); task; task = take()) {
      names.push(task.name);
      queue.end(task, milliseconds);
    }
    return names;
  };
  const pass = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { budget, queue, refused, add, take, serveAll, pass };
}

const of = (userId: string, companyId = "acme"): ComputePrincipal => ({ userId, companyId });

describe("the order in which engine tasks are served", () => {
  test("the company that has used least comes first, then the person who has", () => {
    const { budget, add, serveAll } = setUp();
    budget.charge(of("ada"), 3000);
    budget.charge(of("bob"), 1000);
    budget.charge(of("zoe", "other"), 2000);
    add("ada 1", of("ada"));
    add("bob 1", of("bob"));
    add("cem 1", of("cem"));
    add("zoe 1", of("zoe", "other"));
    expect(serveAll(0)).toEqual(["zoe 1", "cem 1", "bob 1", "ada 1"]);
  });

  test("a person with many heavy tasks is overtaken by all others, and each own task keeps its order", () => {
    const { add, serveAll } = setUp({ person: 1e6, company: 4e6 });
    for (let n = 1; n <= 5; n += 1) add(`heavy ${n}`, of("ada"));
    add("light 1", of("bob"));
    add("other 1", of("zoe", "other"));
    add("light 2", of("bob"));
    const served = serveAll(400);
    expect(served.indexOf("other 1")).toBe(1);
    expect(served.slice(0, 5)).toContain("light 1");
    expect(served.filter((name) => name.startsWith("heavy"))).toEqual([
      "heavy 1",
      "heavy 2",
      "heavy 3",
      "heavy 4",
      "heavy 5",
    ]);
  });

  test("of equals the one who has a task running waits", () => {
    const { add, take } = setUp();
    add("a1", of("a"));
    add("a2", of("a"));
    add("b1", of("b"));
    expect([take()?.name, take()?.name, take()?.name]).toEqual(["a1", "b1", "a2"]);
  });

  test("a task that runs counts for as long as it has, so that a new flood does not pass who has used a little", () => {
    const { budget, add, take, pass } = setUp();
    add("blame 1", of("ada"));
    expect(take()?.name).toBe("blame 1");
    budget.charge(of("bob"), 500);
    pass(5000);
    add("blame 2", of("ada"));
    add("bob 1", of("bob"));
    expect(take()?.name).toBe("bob 1");
  });

  test("background work waits for all calls", () => {
    const { add, serveAll } = setUp();
    add("warm", null);
    add("a1", of("a"));
    expect(serveAll(5000)).toEqual(["a1", "warm"]);
  });

  test("a task that fits no free thread does not hold up those behind it", () => {
    const { add, queue } = setUp();
    add("a1", of("a"));
    add("b1", of("b", "other"));
    expect(queue.take(({ name }) => name !== "a1")?.name).toBe("b1");
    expect(queue.waiting).toBe(1);
  });
});

describe("the budget of processor time", () => {
  test("refuses only the user without budget, with 429 and a time to retry", () => {
    const { budget, add } = setUp();
    budget.charge(of("ada"), 12_000);
    const error: unknown = (() => {
      try {
        return add("ada 1", of("ada"));
      } catch (reason) {
        return reason;
      }
    })();
    expect(error).toBeInstanceOf(TooMany);
    // 12 s used of 10; nine tenths of the limit are reached 18 s later.
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 18 });
    expect((error as TooMany).message).toBe("You made many requests in a short time. Wait 18 s, then continue.");
    add("bob 1", of("bob"));
    add("zoe 1", of("zoe", "other"));
  });

  test("it drains: after the moment that was named the same person is served again", () => {
    const { budget, add, pass } = setUp();
    budget.charge(of("ada"), 12_000);
    pass(18_000);
    expect(add("ada 1", of("ada")).name).toBe("ada 1");
  });

  test("one endless task delays others for a bounded time", () => {
    const { budget } = setUp();
    budget.charge(of("ada"), 1e9);
    expect(budget.secondsToWait(of("ada"))).toBeLessThanOrEqual(60);
  });

  test("tasks that wait when the budget runs out are refused at their turn", () => {
    const { add, serveAll, refused } = setUp({ person: 1000 });
    for (let n = 1; n <= 6; n += 1) add(`a${n}`, of("a"));
    add("b1", of("b", "other"));
    expect(serveAll(400)).toEqual(["a1", "b1", "a2", "a3"]);
    expect(refused.map(([name]) => name)).toEqual(["a4", "a5", "a6"]);
    expect(refused.every(([, error]) => error instanceof TooMany)).toBe(true);
  });

  test("a company beyond its budget refuses the users with more than an equal share, and serves the others", () => {
    const { budget, add } = setUp({ person: 30_000, company: 40_000 });
    budget.charge(of("ada"), 25_000);
    budget.charge(of("bob"), 14_000);
    budget.charge(of("cem"), 3_000);
    expect(() => add("ada 1", of("ada"))).toThrow(TooMany);
    expect(() => add("bob 1", of("bob"))).toThrow(TooMany);
    expect(add("cem 1", of("cem")).name).toBe("cem 1");
    expect(add("dan 1", of("dan")).name).toBe("dan 1");
    expect(add("zoe 1", of("zoe", "other")).name).toBe("zoe 1");
  });
});

describe("the length of the queue", () => {
  test("of one person is bounded by 429, and others are let in", () => {
    const { add } = setUp({ ofOne: 2 });
    add("a1", of("a"));
    add("a2", of("a"));
    expect(() => add("a3", of("a"))).toThrow(TooMany);
    expect(add("b1", of("b")).name).toBe("b1");
  });

  test("a full queue evicts from the user with most waiting tasks; 503 only where no user has more than the newcomer", () => {
    const { add, refused, queue } = setUp({ all: 4 });
    for (let n = 1; n <= 4; n += 1) add(`a${n}`, of("a"));
    add("b1", of("b"));
    expect(refused.map(([name, error]) => [name, error instanceof TooMany])).toEqual([["a4", true]]);
    add("c1", of("c"));
    add("d1", of("d"));
    expect(refused.map(([name]) => name)).toEqual(["a4", "a3", "a2"]);
    expect(() => add("e1", of("e"))).toThrow(ServerBusyError);
    expect(queue.waiting).toBe(4);
  });

  test("a task that was taken back is not served and not counted", () => {
    const { add, queue, serveAll } = setUp();
    const task = add("a1", of("a"));
    add("a2", of("a"));
    expect([queue.remove(task), queue.remove(task), queue.waiting]).toEqual([true, false, 1]);
    expect(serveAll(0)).toEqual(["a2"]);
  });
});
