import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { queryKeys } from "../../src/queries/queryKeys.ts";
import { useMutation } from "../../src/queries/useMutation.ts";
import { useQuery } from "../../src/queries/useQuery.ts";
import { lazy } from "../../src/services/lazyService.ts";
import type { Result } from "../../src/services/result.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";

interface Notes {
  readonly read: (id: string) => Promise<Result<string>>;
}
const missing = lazy<Notes>(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
const store = createTestStore();
const wrapper = ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider>;

test("a query whose service cannot be loaded ends with a failure", async () => {
  const { result } = renderHook(() => useQuery(queryKeys.projects(), () => missing.read("1")), { wrapper });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current).toMatchObject({ data: null, error: { kind: "chunk" } });
});

test("a change whose service cannot be loaded ends with a failure, and its promise resolves", async () => {
  const { result } = renderHook(() => useMutation((id: string) => missing.read(id)), { wrapper });
  await act(async () => {
    await expect(result.current.mutate("1")).resolves.toMatchObject({ success: false, error: { kind: "chunk" } });
  });
  expect(result.current).toMatchObject({ isPending: false, error: { kind: "chunk" } });
});
