import { useCallback, useEffect, useRef, useState } from "react";
import type { SearchAnswer } from "../../../contract/search.ts";
import type { ApiError } from "../../services/result.ts";
import type { SearchService } from "../../services/search.ts";
import { useRefetchOnReconnect } from "../useRefetchOnReconnect.ts";
import { queryOf, type SearchState } from "./searchUrl.ts";

export interface ProjectSearch {
  /** The last successful answer: it stays while a newer one loads, and when that fails. */
  readonly answer: SearchAnswer | null;
  readonly failure: ApiError | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/**
 * Runs the query in the address. A newer query aborts an older one, so answers cannot arrive out of order.
 * @param version changes when the project's data has changed, which repeats the query
 */
export function useProjectSearch(
  search: SearchService,
  slug: string,
  state: SearchState,
  version: string,
): ProjectSearch {
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef<AbortController>(null);
  const question = JSON.stringify(queryOf(state));
  const isEmpty = state.q.trim() === "";

  useEffect(() => {
    asked.current?.abort();
    if (isEmpty) {
      setAnswer(null);
      setFailure(null);
      setLoading(false);
      return undefined;
    }
    const controller = new AbortController();
    asked.current = controller;
    setLoading(true);
    const ask = async () => {
      const result = await search.project(slug, JSON.parse(question) as ReturnType<typeof queryOf>, controller.signal);
      // An aborted request may still resolve, for example from a cache.
      if (controller.signal.aborted) return;
      setLoading(false);
      setFailure(result.error);
      if (result.success) setAnswer(result.data);
    };
    void ask();
    return () => controller.abort();
  }, [search, slug, question, isEmpty, version, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useRefetchOnReconnect(failure !== null, retry);
  return { answer, failure, isLoading, retry };
}
