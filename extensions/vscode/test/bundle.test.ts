/** The shipped bundle: one file that loads with no module but the editor's. */
import { deepStrictEqual, ok } from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { reasonWords } from "../src/words.ts";
import { EventEmitter, hands } from "./vscodeStandIn.ts";

const file = join(import.meta.dirname, "../dist/extension.cjs");

test("needs the editor alone, and is small", () => {
  const code = readFileSync(file, "utf8");
  deepStrictEqual([...new Set([...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name))], ["vscode"]);
  // Its own code is about 44,000 characters and the words of reasons 4,000; one schema library or one more catalogue exceeds this.
  ok(code.length < 53_000);
  // The words of reasons are the only part of the app's catalogues.
  ok(code.includes(reasonWords("tr").files["path"] ?? "") && !code.includes("whyNot"));
});

test("starts, and takes up its commands", () => {
  hands.commands.clear();
  const { activate } = createRequire(import.meta.url)(file) as { activate: (context: object) => void };
  const subscriptions: { dispose(): unknown }[] = [];
  activate({ subscriptions, secrets: { onDidChange: new EventEmitter<unknown>().event } });
  ok(hands.commands.has("clew.search") && hands.commands.size >= 10);
  for (const one of subscriptions) one.dispose();
});
