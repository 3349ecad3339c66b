import { expect, test } from "vitest";
import { isTyping, ownsKey } from "../../src/components/ui/shortcutTarget.ts";

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
