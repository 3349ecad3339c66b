import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { InOrder, useHoldBelow } from "../../src/routes/loading/InOrder.tsx";

function Part({ name, isPending = false }: { name: string; isPending?: boolean }) {
  useHoldBelow(isPending);
  return <p>{name}</p>;
}

const isShown = (name: string): boolean => screen.getByText(name).closest("[hidden]") === null;

function Page({ first, second, inner = false }: { first: boolean; second: boolean; inner?: boolean }) {
  return (
    <InOrder>
      <Part name="first" isPending={first} />
      <>
        <InOrder>
          <Part name="second" isPending={second} />
          <Part name="inner" isPending={inner} />
        </InOrder>
      </>
      <Part name="third" />
    </InOrder>
  );
}

test("what is below a part that waits is mounted and hidden, and shown in order", () => {
  const { rerender } = render(<Page first second />);
  expect(["first", "second", "third"].map(isShown)).toEqual([true, false, false]);
  // An answer that comes before that of the part above it shows nothing.
  rerender(<Page first second={false} />);
  expect(["first", "second", "third"].map(isShown)).toEqual([true, false, false]);
  rerender(<Page first={false} second={false} />);
  expect(["first", "second", "third"].map(isShown)).toEqual([true, true, true]);
});

test("parts within a part hold what is below both", () => {
  const { rerender } = render(<Page first={false} second />);
  expect(["first", "second", "inner", "third"].map(isShown)).toEqual([true, true, false, false]);
  rerender(<Page first={false} second={false} inner />);
  expect(["first", "second", "inner", "third"].map(isShown)).toEqual([true, true, true, false]);
  rerender(<Page first={false} second={false} />);
  expect(isShown("third")).toBe(true);
});

test("what is shown is not hidden again when a part above it loads again", () => {
  const { rerender } = render(<Page first={false} second={false} />);
  expect(isShown("third")).toBe(true);
  rerender(<Page first second={false} />);
  expect(["first", "second", "third"].map(isShown)).toEqual([true, true, true]);
});

test("what is below a part that never gets its answer is shown in the end", () => {
  vi.useFakeTimers();
  try {
    render(<Page first second={false} />);
    expect(isShown("third")).toBe(false);
    act(() => void vi.advanceTimersByTime(10_000));
    expect(["first", "second", "third"].map(isShown)).toEqual([true, true, true]);
  } finally {
    vi.useRealTimers();
  }
});
