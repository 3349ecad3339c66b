import { waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { focusFirstItem } from "../../src/components/ui/menuNavigation.ts";

afterEach(() => document.body.replaceChildren());

/** A panel that has the focus, and a field next to it. */
function open(): { panel: HTMLElement; field: HTMLInputElement } {
  const panel = document.createElement("div");
  panel.tabIndex = -1;
  const field = document.createElement("input");
  document.body.append(panel, field);
  panel.focus();
  focusFirstItem(panel);
  return { panel, field };
}

function load(panel: HTMLElement, name: string): HTMLElement {
  const item = document.createElement("a");
  item.setAttribute("role", "menuitem");
  item.tabIndex = 0;
  item.textContent = name;
  panel.append(item);
  return item;
}

test("the first item that is loaded into an open menu gets the focus", async () => {
  const { panel } = open();
  const first = load(panel, "Atlas");
  await waitFor(() => expect(document.activeElement).toBe(first));
});

test("an item that is loaded after the user has moved the focus does not take it", async () => {
  const { panel, field } = open();
  field.focus();
  load(panel, "Atlas");
  await new Promise((resolve) => setTimeout(resolve)); // mutations are reported before a task
  expect(document.activeElement).toBe(field);
  // Neither does one that comes after the focus has returned.
  panel.focus();
  load(panel, "Beacon");
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(panel);
});
