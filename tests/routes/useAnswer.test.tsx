import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { type AnswerOptions, useAnswer } from "../../src/routes/useAnswer.ts";
import { fail, type Result, succeed } from "../../src/services/result.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";
import { failure } from "../fixtures/issueScreens.tsx";

interface Asked {
  signal: AbortSignal;
  answer: (result: Result<string>) => Promise<void>;
}

/** Asks the first question; each call of the service waits in `asked` until the test answers it. */
function ask(options: AnswerOptions = {}) {
  const asked: Asked[] = [];
  const service = vi.fn<(signal: AbortSignal) => Promise<Result<string>>>((signal) => {
    const { promise, resolve } = Promise.withResolvers<Result<string>>();
    asked.push({ signal, answer: (result) => act(async () => resolve(result)) });
    return promise;
  });
  const store = createTestStore();
  const { result, rerender } = renderHook<
    ReturnType<typeof useAnswer<string>>,
    AnswerOptions & { question: string | null }
  >(({ question, ...rest }) => useAnswer(question, service, rest), {
    initialProps: { question: "first", ...options },
    wrapper: ({ children }: { children: ReactNode }) => <StoreProvider store={store}>{children}</StoreProvider>,
  });
  return { result, asked, change: (question: string | null, now = options) => rerender({ question, ...now }) };
}

test("an answer stands until the next question has its own, and the older question is called off", async () => {
  const { result, asked, change } = ask();
  expect(result.current).toMatchObject({ answer: null, isLoading: true });
  await asked[0]?.answer(succeed("one"));
  expect(result.current).toMatchObject({ answer: "one", failure: null, isLoading: false });
  change("second");
  change("third");
  expect(result.current).toMatchObject({ answer: "one", isLoading: true });
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  await asked[2]?.answer(succeed("three"));
  await asked[1]?.answer(succeed("two, too late"));
  expect(result.current).toMatchObject({ answer: "three", isLoading: false });
});

test("where a question forgets, the answer to another is gone at once, and so is its failure", async () => {
  const { result, asked, change } = ask({ forgets: true });
  await asked[0]?.answer(succeed("one"));
  change("second");
  expect(result.current).toMatchObject({ answer: null, isLoading: true });
  await asked[1]?.answer(fail(failure()));
  expect(result.current).toMatchObject({ answer: null, failure: failure(), isLoading: false });
  change(null);
  expect(result.current).toMatchObject({ answer: null, failure: null, isLoading: false });
});

test.each([false, true])("the same asked again leaves its answer standing (forgets: %s)", async (forgets) => {
  const { result, asked, change } = ask({ version: 1, forgets });
  await asked[0]?.answer(succeed("one"));
  change("first", { version: 2, forgets });
  expect(result.current).toMatchObject({ answer: "one", isLoading: true });
  await asked[1]?.answer(fail(failure()));
  expect(result.current).toMatchObject({ answer: "one", failure: failure(), isLoading: false });
  act(() => result.current.retry());
  expect(result.current).toMatchObject({ answer: "one", failure: failure(), isLoading: true });
  await asked[2]?.answer(succeed("two"));
  expect(result.current).toMatchObject({ answer: "two", failure: null, isLoading: false });
});

test("nothing is asked without a question", () => {
  const { result, asked, change } = ask();
  change(null);
  expect(result.current.isLoading).toBe(false);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.signal.aborted).toBe(true);
});
