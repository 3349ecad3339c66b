import { createRoot } from "react-dom/client";
import { startTransition } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { isTyping, ownsKey, useShortcutKeys } from "../../src/components/ui/pageShortcuts.ts";

/** The key belongs to: `field` text or a list, `layer` or control, `page`. */
test.each([
  ["<input id=t>", "j", "field"],
  ["<input id=t type=search>", "?", "field"],
  ["<textarea id=t></textarea>", "j", "field"],
  ["<select id=t></select>", "j", "field"],
  ["<div id=t contenteditable='true'></div>", "j", "field"],
  ["<div contenteditable=''><b id=t></b></div>", "j", "field"],
  ["<div role=menu><a id=t></a></div>", "j", "field"],
  ["<div role=listbox><i id=t></i></div>", "j", "field"],
  ["<div role=tree><i id=t></i></div>", "/", "field"],
  ["<div role=dialog><button id=t></button></div>", "b", "layer"],
  ["<div role=alertdialog><button id=t></button></div>", "b", "layer"],
  ["<div class=bp6-overlay><div class=bp6-overlay-start-focus-trap id=t></div></div>", "b", "layer"],
  [
    "<div class=bp6-overlay><div role=dialog></div><div class=bp6-overlay-end-focus-trap id=t></div></div>",
    "b",
    "layer",
  ],
  ["<div class=bp6-overlay><section id=t></section></div>", "y", "layer"],
  ["<input id=t type=checkbox>", "j", "page"],
  ["<input id=t type=checkbox>", " ", "layer"],
  ["<input id=t type=radio>", "y", "page"],
  ["<button id=t></button>", "Enter", "layer"],
  ["<button id=t></button>", "?", "page"],
  ["<div role=tablist><button role=tab id=t></button></div>", "?", "page"],
  ["<p id=t></p>", "Enter", "page"],
])("in %s %j belongs to the %s", (html, key, owner) => {
  document.body.innerHTML = html;
  const target = document.getElementById("t");
  expect([isTyping(target), ownsKey(target, key)]).toEqual([owner === "field", owner !== "page"]);
});

test("a key without an element belongs to the page", () => {
  expect([isTyping(null), ownsKey(window, "j")]).toEqual([false, false]);
});

/** Handles the keys of the page and is shown by a transition, as the screens of the router are. */
function Keys({ onKey }: { onKey: (event: KeyboardEvent) => void }) {
  useShortcutKeys(onKey);
  return <p>shown</p>;
}

const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): void => {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
};

afterEach(() => vi.unstubAllGlobals());

test("a key that is pressed as soon as a screen is drawn reaches it", async () => {
  // As in a browser, where effects run in a later task than the commit.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const onKey = vi.fn<(event: KeyboardEvent) => void>();
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const pressed = new Promise<void>((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (container.textContent !== "shown") return;
      observer.disconnect();
      press("y");
      resolve();
    }).observe(container, { subtree: true, childList: true });
  });
  startTransition(() => root.render(<Keys onKey={onKey} />));
  await pressed;
  expect(onKey).toHaveBeenCalledTimes(1);
  press("y", { ctrlKey: true });
  press("y", {}, container.appendChild(document.createElement("textarea")));
  expect(onKey).toHaveBeenCalledTimes(1);
  root.unmount();
  press("y");
  expect(onKey).toHaveBeenCalledTimes(1);
});
