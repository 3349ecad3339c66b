import { afterEach, expect, test, vi } from "vitest";
import { withGracePeriod } from "../../src/routes/loading/withGracePeriod.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("an answer that is nearly there is awaited, and marked as React marks what it has read", async () => {
  const answer = Promise.resolve("here");
  await withGracePeriod(answer);
  expect(answer).toMatchObject({ status: "fulfilled", value: "here" });
});

test("a slow answer holds nothing back, neither the page nor the others, and is marked once it is there", async () => {
  vi.useFakeTimers();
  let bring: ((value: string) => void) | undefined;
  const slow = new Promise<string>((resolve) => {
    bring = resolve;
  });
  const quick = Promise.resolve("quick");
  const held = vi.fn<() => void>();
  const page = withGracePeriod(slow, quick).then(held);
  await vi.advanceTimersByTimeAsync(50);
  expect(held).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  await page;
  expect(held).toHaveBeenCalledOnce();
  expect(quick).toMatchObject({ status: "fulfilled", value: "quick" });
  expect(slow).not.toHaveProperty("status");
  bring?.("late");
  await vi.advanceTimersByTimeAsync(0);
  expect(slow).toMatchObject({ status: "fulfilled", value: "late" });
});
