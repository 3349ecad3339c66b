import { afterEach, expect, test, vi } from "vitest";
import { returnFocus } from "../../src/components/ui/returnFocus.ts";

afterEach(() => document.body.replaceChildren());

const addButton = (): HTMLButtonElement => document.body.appendChild(document.createElement("button"));
const nextFrames = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const wait = (left: number): void => {
      if (left === 0) resolve();
      else requestAnimationFrame(() => wait(left - 1));
    };
    wait(count);
  });

test("a button that is mounted some frames later gets the focus", async () => {
  let button: HTMLButtonElement | null = null;
  returnFocus(() => button);
  await nextFrames(5);
  button = addButton();
  await vi.waitFor(() => expect(document.activeElement).toBe(button));
});

test("focus that the user moves meanwhile is left alone", async () => {
  let button: HTMLButtonElement | null = null;
  returnFocus(() => button);
  const other = addButton();
  await nextFrames(2);
  other.focus();
  button = addButton();
  await nextFrames(5);
  expect(document.activeElement).toBe(other);
});
