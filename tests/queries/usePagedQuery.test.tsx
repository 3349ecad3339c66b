import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { queryKeys } from "../../src/queries/queryKeys.ts";
import { usePagedQuery, type Page } from "../../src/queries/usePagedQuery.ts";
import { useQueries } from "../../src/queries/useQueries.ts";
import { err, ok, type Result } from "../../src/services/result.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";
import { apiError } from "../fixtures/handlers.ts";

const wrapperOf = () => {
  const store = createTestStore();
  return function Wrapper({ children }: { children: ReactNode }) {
    return <StoreProvider store={store}>{children}</StoreProvider>;
  };
};

/** The cache fetches and notifies its readers in tasks of its own. */
async function settle(change: () => void = () => undefined): Promise<void> {
  act(change);
  await act(async () => {
    for (let task = 0; task < 3; task += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  });
}

type Numbers = Page<number> & { readonly count: number };
const page = (results: number[], next: string | null): Numbers => ({ results, next, count: 4 });

test("pages are loaded one behind the other; a failed one is repeated and the rows before it stay", async () => {
  const answers: Result<Numbers>[] = [ok(page([1, 2], "b")), err(apiError()), ok(page([3, 4], null))];
  const queryFn = vi.fn<(cursor: string | null, signal: AbortSignal) => Promise<Result<Numbers>>>(() =>
    Promise.resolve(answers.shift() ?? err(apiError())),
  );
  const { result } = renderHook(() => usePagedQuery(queryKeys.projects(), queryFn), { wrapper: wrapperOf() });
  await settle();
  expect(result.current).toMatchObject({ rows: [1, 2], first: { count: 4 }, paging: "more", error: null });
  await settle(() => result.current.loadMore());
  expect(result.current).toMatchObject({ rows: [1, 2], paging: "failed", error: null, pageError: apiError() });
  await settle(() => result.current.loadMore());
  expect(result.current).toMatchObject({ rows: [1, 2, 3, 4], paging: "complete", pageError: null });
  expect(queryFn.mock.calls.map(([cursor]) => cursor)).toEqual([null, "b", "b"]);
});

test("the first page of a loader is not requested, and a new one keeps the rows behind it, each once", async () => {
  const queryFn = vi.fn<(cursor: string | null) => Promise<Result<Numbers>>>(() =>
    Promise.resolve(ok(page([3, 4], null))),
  );
  const { result, rerender } = renderHook(
    ({ firstPage, key }: { firstPage: Numbers; key: string }) =>
      usePagedQuery(queryKeys.overview(key), queryFn, { firstPage, keyOf: String }),
    { initialProps: { firstPage: page([1, 2], "b"), key: "a" }, wrapper: wrapperOf() },
  );
  await settle();
  expect(result.current).toMatchObject({ rows: [1, 2], paging: "more" });
  expect(queryFn).not.toHaveBeenCalled();
  await settle(() => result.current.loadMore());
  expect(result.current.rows).toEqual([1, 2, 3, 4]);
  await settle(() => rerender({ firstPage: page([0, 1], "b"), key: "a" }));
  expect(result.current).toMatchObject({ rows: [0, 1, 2, 3, 4], paging: "complete" });
  await settle(() => rerender({ firstPage: page([9], null), key: "other" }));
  expect(result.current).toMatchObject({ rows: [9], paging: "complete" });
});

test("each of several requests fails alone, and only the failed ones are repeated", async () => {
  const good = vi.fn<() => Promise<Result<string>>>(() => Promise.resolve(ok("good")));
  const answers: Result<string>[] = [err(apiError()), ok("at last")];
  const bad = vi.fn<() => Promise<Result<string>>>(() => Promise.resolve(answers.shift() ?? ok("too often")));
  const { result } = renderHook(
    () =>
      useQueries([
        { queryKey: queryKeys.overview("good"), queryFn: good },
        { queryKey: queryKeys.overview("bad"), queryFn: bad },
      ]),
    { wrapper: wrapperOf() },
  );
  await settle();
  expect(result.current.states.map(({ data, error }) => data ?? error)).toEqual(["good", apiError()]);
  await settle(() => result.current.retry());
  expect(result.current.states.map(({ data }) => data)).toEqual(["good", "at last"]);
  expect([good.mock.calls.length, bad.mock.calls.length]).toEqual([1, 2]);
});
