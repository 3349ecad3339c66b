import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiError, Result } from "../services/result.ts";
import { useAskAgain } from "./useAskAgain.ts";

export interface Answered<T> {
  /** The last good answer: it stays while a newer one is asked for, and when that fails. */
  readonly answer: T | null;
  readonly failure: ApiError | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/**
 * Asks once for each `question`; a newer one calls off the older, so answers can never arrive out of order.
 * @param question says what is asked for, as text; null asks for nothing
 */
export function useAnswer<T>(question: string | null, ask: (signal: AbortSignal) => Promise<Result<T>>): Answered<T> {
  const [answer, setAnswer] = useState<T | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [isLoading, setLoading] = useState(question !== null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });

  useEffect(() => {
    if (question === null) {
      setLoading(false);
      return undefined;
    }
    const controller = new AbortController();
    setLoading(true);
    const run = async () => {
      const result = await latest.current(controller.signal);
      // One that was called off may still answer, for example from a cache.
      if (controller.signal.aborted) return;
      setLoading(false);
      setFailure(result.error);
      if (result.success) setAnswer(result.data);
    };
    void run();
    return () => controller.abort();
  }, [question, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useAskAgain(failure !== null, retry);
  return { answer, failure, isLoading, retry };
}
