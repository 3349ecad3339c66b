import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiError, Result } from "../services/result.ts";
import { useAskAgain } from "./useAskAgain.ts";

export interface Answered<T> {
  /** The last good answer: it stays while the same is asked for again, and when that fails. */
  readonly answer: T | null;
  /** Stays while it is tried again. */
  readonly failure: ApiError | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

export interface AnswerOptions {
  /** With another one the same question is asked again. */
  version?: string | number;
  /** Whether another question forgets the answer at once: a list may stand until its new filter is applied, one page is not another. */
  forgets?: boolean;
}

const NOTHING = { of: null, answer: null, failure: null, isLoading: false };

/**
 * Asks once for each `question`; a newer one calls off the older, so answers can never arrive out of order.
 * @param question says what is asked for, as text; null asks for nothing
 */
export function useAnswer<T>(
  question: string | null,
  ask: (signal: AbortSignal) => Promise<Result<T>>,
  { version = "", forgets = false }: AnswerOptions = {},
): Answered<T> {
  const [state, setState] = useState<
    Pick<Answered<T>, "answer" | "failure" | "isLoading"> & { readonly of: string | null }
  >(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });

  useEffect(() => {
    if (question === null) return undefined;
    const controller = new AbortController();
    setState((before) => ({
      ...(forgets && before.of !== question ? NOTHING : before),
      of: question,
      isLoading: true,
    }));
    const run = async () => {
      const { success, data, error } = await latest.current(controller.signal);
      // One that was called off may still answer, for example from a cache.
      if (controller.signal.aborted) return;
      setState((before) => ({
        of: question,
        answer: success ? data : before.answer,
        failure: error,
        isLoading: false,
      }));
    };
    void run();
    return () => controller.abort();
  }, [question, version, attempt, forgets]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const { answer, failure } = forgets && state.of !== question ? NOTHING : state;
  useAskAgain(failure !== null, retry);
  return {
    answer,
    failure,
    isLoading: question !== null && (state.of !== question || state.isLoading),
    retry,
  };
}
