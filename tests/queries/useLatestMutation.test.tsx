import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { useLatestMutation } from "../../src/queries/useLatestMutation.ts";
import { err, ok, type Result } from "../../src/services/result.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";
import { apiError } from "../fixtures/handlers.ts";

/** A control whose requests are answered by hand, in their order. */
function control() {
  const answers: ((result: Result<number>) => void)[] = [];
  const send = vi.fn<(value: number, key: string) => Promise<Result<number>>>(
    () => new Promise((resolve) => void answers.push(resolve)),
  );
  const onError = vi.fn<() => void>();
  const store = createTestStore();
  const { result } = renderHook(() => useLatestMutation(send, { onError }), {
    wrapper: ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider>,
  });
  return {
    onError,
    sent: () => send.mock.calls.map(([value]) => value),
    shown: (key?: string) => result.current.shownOf(key),
    choose: (value: number, key?: string) => act(async () => void result.current.choose(value, key)),
    answer: (one: Result<number>) => act(async () => answers.shift()?.(one)),
  };
}

test("of the values chosen while one is saved the last is sent", async () => {
  const { sent, shown, choose, answer } = control();
  await choose(1);
  await choose(2);
  await choose(3);
  expect([sent(), shown()]).toEqual([[1], 3]);
  await answer(ok(1));
  expect([sent(), shown()]).toEqual([[1, 3], 3]);
  await answer(ok(3));
  expect([sent(), shown()]).toEqual([[1, 3], null]);
});

test("a failure drops the value that waits, and the control saves again afterwards", async () => {
  const { sent, shown, choose, answer, onError } = control();
  await choose(1);
  await choose(2);
  await answer(err(apiError()));
  expect([sent(), shown()]).toEqual([[1], null]);
  expect(onError).toHaveBeenCalledTimes(1);
  await choose(4);
  expect([sent(), shown()]).toEqual([[1, 4], 4]);
});

test("the controls of a list do not wait for each other", async () => {
  const { sent, shown, choose, answer } = control();
  await choose(1, "a");
  await choose(2, "b");
  expect([sent(), shown("a"), shown("b")]).toEqual([[1, 2], 1, 2]);
  await choose(3, "b");
  await answer(ok(1));
  expect([sent(), shown("a"), shown("b")]).toEqual([[1, 2], null, 3]);
  await answer(ok(2));
  expect([sent(), shown("b")]).toEqual([[1, 2, 3], 3]);
});
