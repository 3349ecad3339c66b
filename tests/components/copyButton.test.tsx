import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CopyButton } from "../../src/components/ui/CopyButton.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const press = async (): Promise<void> => {
  fireEvent.click(screen.getByRole("button"));
  await act(() => vi.advanceTimersByTimeAsync(0));
};

test("a second press shows its confirmation for as long as the first", async () => {
  render(<CopyButton text="Copy" copied="Copied" failed="Not copied" onCopy={() => Promise.resolve(true)} />);
  await press();
  await act(() => vi.advanceTimersByTimeAsync(1500));
  await press();
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(screen.getByRole("button")).toHaveTextContent("Copied");
  expect(screen.getByRole("status")).toHaveTextContent("Copied");
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(screen.getByRole("button").textContent).toBe("Copy");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
