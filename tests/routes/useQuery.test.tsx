import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { type QueryOptions, useQuery } from "../../src/routes/useQuery.ts";
import { err, type Result, ok } from "../../src/services/result.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";
import { apiError } from "../fixtures/issueScreens.tsx";

interface Asked {
  signal: AbortSignal;
  answer: (result: Result<string>) => Promise<void>;
}

/** Asks the first queryKey; each call of the service waits in `asked` until the test answers it. */
function ask(options: QueryOptions = {}) {
  const asked: Asked[] = [];
  const service = vi.fn<(signal: AbortSignal) => Promise<Result<string>>>((signal) => {
    const { promise, resolve } = Promise.withResolvers<Result<string>>();
    asked.push({ signal, answer: (result) => act(async () => resolve(result)) });
    return promise;
  });
  const store = createTestStore();
  const { result, rerender } = renderHook<
    ReturnType<typeof useQuery<string>>,
    QueryOptions & { queryKey: string | null }
  >(({ queryKey, ...rest }) => useQuery(queryKey, service, rest), {
    initialProps: { queryKey: "first", ...options },
    wrapper: ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider>,
  });
  return { result, asked, change: (queryKey: string | null, now = options) => rerender({ queryKey, ...now }) };
}

test("data stay until those of the next key arrive, and the older request is aborted", async () => {
  const { result, asked, change } = ask();
  expect(result.current).toMatchObject({ data: null, isLoading: true });
  await asked[0]?.answer(ok("one"));
  expect(result.current).toMatchObject({ data: "one", error: null, isLoading: false });
  change("second");
  change("third");
  expect(result.current).toMatchObject({ data: "one", isLoading: true });
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  await asked[2]?.answer(ok("three"));
  await asked[1]?.answer(ok("two, too late"));
  expect(result.current).toMatchObject({ data: "three", isLoading: false });
});

test("without keepPreviousData the data and the error of the previous key are dropped at once", async () => {
  const { result, asked, change } = ask({ keepPreviousData: false });
  await asked[0]?.answer(ok("one"));
  change("second");
  expect(result.current).toMatchObject({ data: null, isLoading: true });
  await asked[1]?.answer(err(apiError()));
  expect(result.current).toMatchObject({ data: null, error: apiError(), isLoading: false });
  change(null);
  expect(result.current).toMatchObject({ data: null, error: null, isLoading: false });
});

test.each([false, true])("a repeated request keeps its data (keepPreviousData: %s)", async (keepPreviousData) => {
  const { result, asked, change } = ask({ version: 1, keepPreviousData });
  await asked[0]?.answer(ok("one"));
  change("first", { version: 2, keepPreviousData });
  expect(result.current).toMatchObject({ data: "one", isLoading: true });
  await asked[1]?.answer(err(apiError()));
  expect(result.current).toMatchObject({ data: "one", error: apiError(), isLoading: false });
  act(() => result.current.refetch());
  expect(result.current).toMatchObject({ data: "one", error: apiError(), isLoading: true });
  await asked[2]?.answer(ok("two"));
  expect(result.current).toMatchObject({ data: "two", error: null, isLoading: false });
});

test("no request is sent without a key", () => {
  const { result, asked, change } = ask();
  change(null);
  expect(result.current.isLoading).toBe(false);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.signal.aborted).toBe(true);
});
