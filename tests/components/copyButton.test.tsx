import { act, fireEvent, render, screen } from "@testing-library/react";
import { I18nextProvider } from "react-i18next";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CopyButton } from "../../src/components/ui/CopyButton.tsx";
import { createI18n } from "../../src/i18n/i18n.ts";

const words = await createI18n("en", ["states"]);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const press = async (): Promise<void> => {
  fireEvent.click(screen.getByRole("button"));
  await act(() => vi.advanceTimersByTimeAsync(0));
};

test("a second press shows its confirmation for as long as the first", async () => {
  render(
    <I18nextProvider i18n={words}>
      <CopyButton text="Copy" onCopy={() => Promise.resolve(true)} />
    </I18nextProvider>,
  );
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
