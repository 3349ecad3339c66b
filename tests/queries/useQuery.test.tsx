import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { queryKeys } from "../../src/queries/queryKeys.ts";
import { endQueriesWithSession } from "../../src/queries/queryClients.ts";
import { type QueryOptions, useQuery } from "../../src/queries/useQuery.ts";
import { useMutation } from "../../src/queries/useMutation.ts";
import { err, type Result, ok } from "../../src/services/result.ts";
import type { RootStore } from "../../src/stores/RootStore.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";
import { apiError } from "../fixtures/handlers.ts";

interface Asked {
  signal: AbortSignal;
  answer: (result: Result<string>) => Promise<void>;
}

/** The cache fetches and notifies its readers in tasks of its own. */
async function settle(change: () => void): Promise<void> {
  act(change);
  await act(async () => {
    for (let task = 0; task < 3; task += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  });
}

/** Asks the first queryKey; each call of the service waits in `asked` until the test answers it. */
function ask(options: QueryOptions<string> = {}) {
  const requests: Asked[] = [];
  const service = vi.fn<(signal: AbortSignal) => Promise<Result<string>>>((signal) => {
    const { promise, resolve } = Promise.withResolvers<Result<string>>();
    requests.push({ signal, answer: (result) => settle(() => resolve(result)) });
    return promise;
  });
  const store = createTestStore();
  const { result, rerender } = renderHook<
    ReturnType<typeof useQuery<string>>,
    QueryOptions<string> & { queryKey: string | null }
  >(({ queryKey, ...rest }) => useQuery(queryKey === null ? null : queryKeys.overview(queryKey), service, rest), {
    initialProps: { queryKey: "first", ...options },
    wrapper: ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider>,
  });
  return {
    result,
    requests,
    change: (queryKey: string | null, now = options) => settle(() => rerender({ queryKey, ...now })),
  };
}

test("data stay until those of the next key arrive, and the older request is aborted", async () => {
  const { result, requests, change } = ask();
  expect(result.current).toMatchObject({ data: null, isLoading: true });
  await requests[0]?.answer(ok("one"));
  expect(result.current).toMatchObject({ data: "one", error: null, isLoading: false });
  await change("second");
  await change("third");
  expect(result.current).toMatchObject({ data: "one", isLoading: true });
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  await requests[2]?.answer(ok("three"));
  await requests[1]?.answer(ok("two, too late"));
  expect(result.current).toMatchObject({ data: "three", isLoading: false });
});

test("without keepPreviousData the data and the error of the previous key are dropped at once", async () => {
  const { result, requests, change } = ask({ keepPreviousData: false });
  await requests[0]?.answer(ok("one"));
  await change("second");
  expect(result.current).toMatchObject({ data: null, isLoading: true });
  await requests[1]?.answer(err(apiError()));
  expect(result.current).toMatchObject({ data: null, error: apiError(), isLoading: false });
  await change(null);
  expect(result.current).toMatchObject({ data: null, error: null, isLoading: false });
});

test.each([false, true])("a repeated request keeps its data (keepPreviousData: %s)", async (keepPreviousData) => {
  const { result, requests } = ask({ keepPreviousData });
  await requests[0]?.answer(ok("one"));
  await settle(() => result.current.refetch());
  expect(result.current).toMatchObject({ data: "one", isLoading: true });
  await requests[1]?.answer(err(apiError()));
  expect(result.current).toMatchObject({ data: "one", error: apiError(), isLoading: false });
  await settle(() => result.current.refetch());
  expect(result.current).toMatchObject({ data: "one", error: apiError(), isLoading: true });
  await requests[2]?.answer(ok("two"));
  expect(result.current).toMatchObject({ data: "two", error: null, isLoading: false });
});

test("no request is sent without a key", async () => {
  const { result, requests, change } = ask();
  await change(null);
  expect(result.current.isLoading).toBe(false);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.signal.aborted).toBe(true);
});

/** A user's screen: two parts of it and the cache that they share. */
function screenOf(store: RootStore, queryFn: () => Promise<Result<string>>, options: QueryOptions<string> = {}) {
  return renderHook(
    () => [useQuery(queryKeys.projects(), queryFn, options), useQuery(queryKeys.projects(), queryFn, options)] as const,
    {
      wrapper: ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider>,
    },
  );
}

test("two parts of a page with the same key share one request, and a later visit starts with its data", async () => {
  const store = createTestStore();
  const queryFn = vi.fn<() => Promise<Result<string>>>(() => Promise.resolve(ok("one")));
  const first = screenOf(store, queryFn);
  await settle(() => undefined);
  expect(first.result.current.map(({ data }) => data)).toEqual(["one", "one"]);
  expect(queryFn).toHaveBeenCalledTimes(1);
  first.unmount();
  const second = screenOf(store, queryFn);
  expect(second.result.current[0]).toMatchObject({ data: "one", isLoading: true });
  await settle(() => undefined);
  expect(queryFn).toHaveBeenCalledTimes(2);
});

test("the next user gets nothing of the previous one's", async () => {
  const store = createTestStore();
  onTestFinished(endQueriesWithSession(store));
  store.session.follow("ada");
  const ada = screenOf(store, () => Promise.resolve(ok("of Ada")));
  await settle(() => undefined);
  ada.unmount();
  store.session.follow("bora");
  const { promise } = Promise.withResolvers<Result<string>>();
  const bora = screenOf(store, () => promise);
  expect(bora.result.current[0]).toMatchObject({ data: null, isLoading: true });
});

test("a state that changes by itself is polled until it is final", async () => {
  const states = ["running", "running", "done"];
  const queryFn = vi.fn<() => Promise<Result<string>>>(() => Promise.resolve(ok(states.shift() ?? "asked too often")));
  const { result } = screenOf(createTestStore(), queryFn, {
    refetchIntervalMs: (state) => (state === "running" ? 5 : false),
  });
  await waitFor(() => expect(result.current[0].data).toBe("done"));
  await settle(() => undefined);
  expect(queryFn).toHaveBeenCalledTimes(3);
});

test("a mutation reports its failure, and fetches again what it has changed", async () => {
  const store = createTestStore();
  const queryFn = vi.fn<() => Promise<Result<string>>>(() => Promise.resolve(ok("data")));
  const results: Result<string>[] = [err(apiError()), ok("saved")];
  const onSuccess = vi.fn<(data: string) => void>();
  const { result } = renderHook(
    () => ({
      query: useQuery(queryKeys.overview("atlas"), queryFn),
      mutation: useMutation((_name: string) => Promise.resolve(results.shift() ?? ok("")), {
        onSuccess,
        invalidates: [queryKeys.project("atlas")],
      }),
    }),
    { wrapper: ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider> },
  );
  await settle(() => undefined);
  await settle(() => void result.current.mutation.mutate("one"));
  expect(result.current.mutation).toMatchObject({ data: null, error: apiError(), isPending: false });
  expect([onSuccess.mock.calls.length, queryFn.mock.calls.length]).toEqual([0, 1]);
  await settle(() => void result.current.mutation.mutate("two"));
  expect(result.current.mutation).toMatchObject({ data: "saved", error: null, isPending: false });
  expect(onSuccess).toHaveBeenCalledWith("saved", "two");
  expect(queryFn).toHaveBeenCalledTimes(2);
});

test("each running request of a mutation has its variables, and the answer of one is written into the cache", async () => {
  const requests: ((result: Result<string>) => void)[] = [];
  const onSettled = vi.fn<() => void>();
  const store = createTestStore();
  const { result } = renderHook(
    () => {
      const query = useQuery(queryKeys.projects(), () => Promise.resolve(ok("before")));
      const mutation = useMutation((_row: string) => new Promise<Result<string>>((resolve) => requests.push(resolve)), {
        onSuccess: (saved) => query.setData(() => saved),
        onSettled,
      });
      return { query, mutation };
    },
    { wrapper: ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider> },
  );
  await settle(() => undefined);
  await settle(() => void result.current.mutation.mutate("a"));
  await settle(() => void result.current.mutation.mutate("b"));
  expect(result.current.mutation.pending).toEqual([["a"], ["b"]]);
  await settle(() => requests[0]?.(ok("after")));
  expect(result.current.mutation).toMatchObject({ pending: [["b"]], isPending: true });
  expect(result.current.query.data).toBe("after");
  await settle(() => requests[1]?.(err(apiError())));
  expect(result.current.mutation).toMatchObject({ pending: [], isPending: false, error: apiError() });
  expect(onSettled).toHaveBeenCalledTimes(2);
});
