import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { titleTruncatedText } from "../../src/routes/browser/titleTruncatedText.ts";

let end: () => void;
beforeEach(() => {
  end = titleTruncatedText();
});
afterEach(() => {
  end();
  document.body.innerHTML = "";
});

/** A box of 100 pixels whose text has the given width; jsdom has no layout. */
function box(needed: number, title = ""): HTMLElement {
  const cell = document.createElement("div");
  cell.style.textOverflow = "ellipsis";
  cell.title = title;
  cell.innerHTML = "<span>Tomas Brandt of the billing team</span>";
  Object.defineProperty(cell, "innerText", { get: () => cell.textContent });
  Object.defineProperty(cell, "clientWidth", { value: 100 });
  Object.defineProperty(cell, "scrollWidth", { get: () => needed, configurable: true });
  document.body.append(cell);
  return cell;
}
const pointAt = (cell: HTMLElement) => fireEvent.pointerOver(cell.firstElementChild ?? cell);

test("truncated text gets its whole text as the title, also from an inner element", () => {
  const cell = box(180);
  pointAt(cell);
  expect(cell).toHaveAttribute("title", "Tomas Brandt of the billing team");
});

test("text that fits has no title, also after the window has become wider", () => {
  const cell = box(180);
  pointAt(cell);
  Object.defineProperty(cell, "scrollWidth", { get: () => 90 });
  pointAt(cell);
  expect(cell).not.toHaveAttribute("title");
});

test("keeps a title that is set explicitly", () => {
  const cell = box(180, "Last seen on Monday");
  pointAt(cell);
  expect(cell).toHaveAttribute("title", "Last seen on Monday");
});
