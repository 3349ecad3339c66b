import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { documentKeys } from "../../src/queries/documentKeys.ts";
import { queryKeys } from "../../src/queries/queryKeys.ts";
import { liveQueries, useInvalidateOnChange } from "../../src/queries/useInvalidateOnChange.ts";
import { useQuery } from "../../src/queries/useQuery.ts";
import { ok, type Result } from "../../src/services/result.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";

type Request = () => Promise<Result<string>>;
const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)));

/** A screen of a project with a live query, a constant one, and a live query of another project. */
async function screenOf() {
  const store = createTestStore();
  const [live, constant, other] = [0, 1, 2].map(() => vi.fn<Request>(() => Promise.resolve(ok("answer")))) as [
    ReturnType<typeof vi.fn<Request>>,
    ReturnType<typeof vi.fn<Request>>,
    ReturnType<typeof vi.fn<Request>>,
  ];
  const { rerender } = renderHook(
    ({ slug, state }: { slug: string; state: string }) => {
      useInvalidateOnChange(slug, state, liveQueries(slug));
      useQuery(queryKeys.search("atlas", { q: "token" }), live, { isLive: true });
      useQuery(documentKeys.documentSearch("atlas", "token"), constant);
      useQuery(queryKeys.search("tern", { q: "token" }), other, { isLive: true });
    },
    {
      initialProps: { slug: "atlas", state: "1" },
      wrapper: ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider>,
    },
  );
  await settle();
  return {
    counts: () => [live, constant, other].map(({ mock }) => mock.calls.length),
    change: async (props: { slug: string; state: string }) => {
      rerender(props);
      await settle();
    },
  };
}

test("a change of the state repeats the live queries of its project and no other", async () => {
  const { counts, change } = await screenOf();
  expect(counts()).toEqual([1, 1, 1]);
  await change({ slug: "atlas", state: "1" });
  expect(counts()).toEqual([1, 1, 1]);
  await change({ slug: "atlas", state: "2" });
  expect(counts()).toEqual([2, 1, 1]);
});

test("the state of another project is no change", async () => {
  const { counts, change } = await screenOf();
  await change({ slug: "tern", state: "9" });
  expect(counts()).toEqual([1, 1, 1]);
  await change({ slug: "tern", state: "10" });
  expect(counts()).toEqual([1, 1, 2]);
});

test("a change during the first request repeats it: its answer may be older than the change", async () => {
  const store = createTestStore();
  const arrivals: ((answer: Result<string>) => void)[] = [];
  const request = vi.fn<Request>(() => new Promise((resolve) => arrivals.push(resolve)));
  const { result, rerender } = renderHook(
    ({ state }: { state: string }) => {
      useInvalidateOnChange("atlas", state, liveQueries("atlas"));
      return useQuery(queryKeys.search("atlas", { q: "token" }), request, { isLive: true });
    },
    {
      initialProps: { state: "running" },
      wrapper: ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider>,
    },
  );
  await settle();
  rerender({ state: "ready" });
  await settle();
  expect(request).toHaveBeenCalledTimes(2);
  await act(async () => arrivals[0]?.(ok("before the change")));
  await act(async () => arrivals[1]?.(ok("after the change")));
  await settle();
  expect(result.current).toMatchObject({ data: "after the change", error: null, isLoading: false });
});
