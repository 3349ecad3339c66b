import { act, cleanup, renderHook } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEBOUNCE_MS, useDebouncedText } from "../../src/components/ui/useDebouncedText.ts";

/* A field whose address is updated late: it shows what the user typed, also when another text arrives meanwhile. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const trim = (text: string): string => text.trim();

/** A field and the address that it updates. Navigations are pending until the test completes them. */
function fieldAbove(start: string) {
  let settled = start;
  let historyKey = "0";
  const underWay: string[] = [];
  const view = renderHook(() =>
    useDebouncedText(settled, (text) => underWay.push(trim(text)), { normalize: trim, historyKey }),
  );
  const draw = () => act(() => view.rerender());
  return {
    get text() {
      return view.result.current.text;
    },
    get settled() {
      return settled;
    },
    get underWay() {
      return underWay.length;
    },
    type: (text: string) => act(() => view.result.current.type(text)),
    commit: () => act(() => view.result.current.commit()),
    wait: (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds)),
    /** Renders again for another reason: a response arrived, or another control changed. */
    draw,
    /** The oldest navigation arrives. */
    land: () => {
      const next = underWay.shift();
      if (next === undefined) return;
      settled = next;
      draw();
    },
    /** The newest navigation arrives, and those before it never do. */
    overtake: () => {
      const last = underWay.pop();
      underWay.length = 0;
      if (last === undefined) return;
      settled = last;
      draw();
    },
    goBack: (text: string) => {
      underWay.length = 0;
      settled = text;
      historyKey += "1";
      draw();
    },
    goElsewhere: (text: string) => {
      settled = text;
      draw();
    },
  };
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("type" as const), letter: fc.constantFrom("a", "b", "c", " ", "İ") }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("erase" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("commit" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), milliseconds: fc.integer({ min: 0, max: 400 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("land" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("overtake" as const, "draw" as const) }) },
);

test("no key press is lost, and what was typed is what is asked in the end", () => {
  fc.assert(
    fc.property(fc.constantFrom<string[]>("", "a", "ab"), fc.array(step, { maxLength: 60 }), (start, steps) => {
      const field = fieldAbove(start);
      let typed = start;
      for (const one of steps) {
        if (one.kind === "type") field.type((typed += one.letter));
        else if (one.kind === "erase") field.type((typed = typed.slice(0, -1)));
        else if (one.kind === "wait") field.wait(one.milliseconds);
        else field[one.kind]();
        expect(field.text).toBe(typed);
      }
      field.wait(DEBOUNCE_MS);
      while (field.underWay > 0) field.land();
      expect(field.text).toBe(typed);
      expect(field.settled).toBe(trim(typed));
      // A step back brings the older text, also one that was typed here before.
      field.goBack(start);
      expect(field.text).toBe(start);
      field.wait(1000);
      expect(field.underWay).toBe(0);
      cleanup();
    }),
    { numRuns: 150 },
  );
});

test("a step back in the middle of typing ends it, even to a text that is on its way", () => {
  const field = fieldAbove("old");
  field.type("new");
  field.wait(DEBOUNCE_MS);
  field.type("newer");
  field.goBack("new");
  expect(field.text).toBe("new");
  field.wait(1000);
  expect([field.text, field.underWay]).toEqual(["new", 0]);
});

test("a link or a cleared filter replaces the text", () => {
  const field = fieldAbove("old");
  field.goElsewhere("");
  expect(field.text).toBe("");
  field.type("x");
  field.goElsewhere("linked");
  field.wait(1000);
  expect([field.text, field.underWay]).toEqual(["linked", 0]);
});

test("a space at the end of a word stays while the address holds the word alone", () => {
  const field = fieldAbove("");
  field.type("foo ");
  field.wait(DEBOUNCE_MS);
  field.land();
  expect([field.text, field.settled]).toEqual(["foo ", "foo"]);
});
