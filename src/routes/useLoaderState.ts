import { use } from "react";
import { useRevalidator } from "react-router-dom";
import type { Result } from "../services/result.ts";
import type { LoadState } from "./AsyncContent.tsx";

/** Parts that failed together ask in one turn: one run of the loader serves them all. */
let isRequested = false;

function once(revalidate: () => Promise<void>): void {
  if (isRequested) return;
  isRequested = true;
  queueMicrotask(() => {
    isRequested = false;
  });
  void revalidate();
}

/** An answer of the route's loader as the state of a query: a promise suspends until the data is loaded, and a retry repeats the loader. */
export function useLoaderState<T>(answer: Promise<Result<T>> | Result<T>): LoadState<T> {
  const { data, error } = answer instanceof Promise ? use(answer) : answer;
  const { revalidate, state } = useRevalidator();
  return { data, error, isLoading: state === "loading", refetch: () => once(revalidate) };
}
