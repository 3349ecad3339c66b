import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiError, Result } from "../../services/result.ts";
import { useAskAgain } from "../useAskAgain.ts";

export interface Asked<T> {
  /** The last good answer to this question. */
  readonly answer: T | null;
  readonly failure: ApiError | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/**
 * Asks for what a part of a screen needs by itself. Another question forgets the answer to the one before and aborts it; with
 * another `version` the same is asked again and the old answer stays meanwhile.
 * @param question names what is asked; null asks nothing
 */
export function useAsked<T>(
  question: string | null,
  ask: (signal: AbortSignal) => Promise<Result<T>>,
  version: string | number = "",
): Asked<T> {
  const [state, setState] = useState<{
    of: string | null;
    answer: T | null;
    failure: ApiError | null;
    isLoading: boolean;
  }>({ of: null, answer: null, failure: null, isLoading: false });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (question === null) return undefined;
    const controller = new AbortController();
    setState((before) => ({
      of: question,
      answer: before.of === question ? before.answer : null,
      failure: null,
      isLoading: true,
    }));
    const run = async () => {
      const result = await latest.current(controller.signal);
      if (controller.signal.aborted) return;
      setState((before) => ({
        of: question,
        answer: result.success ? result.data : before.of === question ? before.answer : null,
        failure: result.error,
        isLoading: false,
      }));
    };
    void run();
    return () => controller.abort();
  }, [question, version, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const isCurrent = state.of === question;
  useAskAgain(isCurrent && state.failure !== null, retry);
  return {
    answer: isCurrent ? state.answer : null,
    failure: isCurrent ? state.failure : null,
    isLoading: question !== null && (!isCurrent || state.isLoading),
    retry,
  };
}
