import { expect, test } from "vitest";
import { FairSlots } from "../../../server/compute/FairSlots.ts";

const never = new AbortController().signal;
const of = (userId: string, companyId = "acme") => ({ userId, companyId });

/** Places with a clock that only the test advances. */
function setUp(count: number) {
  let time = 0;
  const slots = new FairSlots(count, () => time);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, principal: ReturnType<typeof of> | null, signal = never) =>
    slots.run(
      principal,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  /** Ends work that has begun, after this many milliseconds, and lets what follows begin. */
  const end = async (name: string, milliseconds: number): Promise<void> => {
    await new Promise(setImmediate);
    time += milliseconds;
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { slots, begun, start, end };
}

test("one user's many and long reads are overtaken by the single read of another", async () => {
  const { begun, start, end } = setUp(2);
  for (let n = 1; n <= 6; n += 1) void start(`ada ${n}`, of("ada"));
  await end("", 20_000);
  void start("bob 1", of("bob"));
  void start("zoe 1", of("zoe", "other"));
  for (const name of ["ada 1", "ada 2"]) await end(name, 0);
  expect(begun).toEqual(["ada 1", "ada 2", "zoe 1", "bob 1"]);
  for (const name of ["zoe 1", "bob 1", "ada 3", "ada 4", "ada 5"]) await end(name, 10);
  expect(begun.slice(4)).toEqual(["ada 3", "ada 4", "ada 5", "ada 6"]);
});

test("time that a user has used counts after the read, and no user is refused for it", async () => {
  const { begun, start, end } = setUp(1);
  void start("bob 1", of("bob"));
  await end("bob 1", 500);
  void start("ada 1", of("ada"));
  await end("ada 1", 200_000);
  void start("cem 1", of("cem"));
  void start("ada 2", of("ada"));
  void start("bob 2", of("bob"));
  for (const name of ["cem 1", "bob 2"]) await end(name, 0);
  expect(begun.slice(2)).toEqual(["cem 1", "bob 2", "ada 2"]);
});

test("who has gone leaves the queue, and background work comes last", async () => {
  const { slots, begun, start, end } = setUp(1);
  void start("a", of("ada"));
  void start("background", null);
  const gone = new AbortController();
  const left = start("b", of("bob"), gone.signal);
  void start("c", of("cem"));
  expect(slots.waiting).toBe(2);
  gone.abort(new Error("The caller has gone."));
  await expect(left).rejects.toThrow("The caller has gone.");
  expect(slots.waiting).toBe(1);
  await end("a", 1);
  await end("c", 1);
  expect(begun).toEqual(["a", "c", "background"]);
  await expect(slots.run(null, () => Promise.resolve(), AbortSignal.abort(new Error("late")))).rejects.toThrow("late");
});
