import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiError, Result } from "../services/result.ts";
import { useAskAgain } from "./useAskAgain.ts";

export interface Answered<T> {
  /** The last successful answer: it stays while the request is repeated, and when that fails. */
  readonly answer: T | null;
  /** Stays during a retry. */
  readonly failure: ApiError | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

export interface AnswerOptions {
  /** A new value repeats the request. */
  version?: string | number;
  /**
   * Whether a new question drops the old answer at once: a list may stay until its new filter is applied, but one page does not replace
   * another.
   */
  forgets?: boolean;
}

const NOTHING = { of: null, answer: null, failure: null, isLoading: false };

/**
 * Sends one request per `question`; a newer one aborts the older, so answers cannot arrive out of order.
 * @param question identifies the request as text; null sends none
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
      // An aborted request may still resolve, for example from a cache.
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
