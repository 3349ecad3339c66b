/** The list that the server fills while the user types: it has the results of what is typed, and of nothing else. */
import { deepStrictEqual, ok } from "node:assert";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { ClewHost } from "./clewHost.ts";
import { type Started, started, until } from "./started.ts";
import { hands, type QuickPick } from "./vscodeStandIn.ts";

const host = new ClewHost();
before(() => host.start());
after(() => host.stop());

let extension: Started;
/** Ends the wait of the answers about a text. */
let release: Map<string, () => void>;
const hold = (q: string): void => {
  const promise = new Promise<void>((resolve) => release.set(q, resolve));
  const other = host.waitsFor;
  host.waitsFor = (path) => (queryOf(path) === q ? promise : other(path));
};
beforeEach(() => {
  Object.assign(host, { status: 200, waitsFor: () => undefined });
  release = new Map();
  extension = started(host);
});
afterEach(() => {
  for (const answer of release.values()) answer();
  extension.stop();
});

const queryOf = (path: string): string | null =>
  path.startsWith("projects/loom/search/") ? new URLSearchParams(path.split("?")[1]).get("q") : null;
const requested = (): string[] => host.requested.flatMap((path) => queryOf(path) ?? []);
const label = (q: string): string => `$(issues) #1 ${q}`;
/** Longer than an answer of the host takes once nothing holds it. */
const calm = () => new Promise((resolve) => setTimeout(resolve, 150));

async function searching(): Promise<{ box: QuickPick; done: Promise<unknown> }> {
  const done = Promise.resolve(hands.run("clew.search"));
  await until(() => hands.box?.isShown === true);
  ok(hands.box);
  return { box: hands.box, done };
}

test("results follow what is typed, and letters in quick succession are one request", async () => {
  const { box } = await searching();
  for (const value of ["r", "re", "red"]) box.type(value);
  await until(() => box.items.length > 0);
  deepStrictEqual([box.labels, requested(), box.busy], [[label("red")], ["red"], false]);
  box.type("redirect ");
  await until(() => box.labels[0] === label("redirect"));
  box.type("nothing");
  await until(() => box.labels[0] !== label("redirect"));
  deepStrictEqual([box.labels, requested()], [["Nothing was found."], ["red", "redirect", "nothing"]]);
});

test("an earlier answer that arrives late does not replace the newer one", async () => {
  const { box } = await searching();
  hold("old");
  box.type("old");
  await until(() => requested().includes("old"));
  box.type("new");
  await until(() => box.labels[0] === label("new"));
  release.get("old")?.();
  await calm();
  deepStrictEqual([box.labels, box.busy], [[label("new")], false]);
});

test("the list is busy until the answer to what is typed last, also when an earlier one arrives", async () => {
  const { box } = await searching();
  for (const q of ["old", "new"]) {
    hold(q);
    box.type(q);
    await until(() => requested().includes(q));
  }
  release.get("old")?.();
  await calm();
  deepStrictEqual([box.labels, box.busy], [[], true]);
  release.get("new")?.();
  await until(() => !box.busy);
  deepStrictEqual(box.labels, [label("new")]);
});

test("an answer to a text that was erased is not shown", async () => {
  const { box } = await searching();
  hold("old");
  box.type("old");
  await until(() => requested().includes("old"));
  box.type("  ");
  release.get("old")?.();
  await calm();
  deepStrictEqual([box.labels, box.busy, requested()], [[], false, ["old"]]);
});

test("a failure is a sentence in the list, and the next letter asks again", async () => {
  const { box } = await searching();
  host.status = 502;
  box.type("red");
  await until(() => box.items.length > 0);
  deepStrictEqual([box.labels, box.busy], [["Clew could not be asked. The status bar says why."], false]);
  host.status = 200;
  box.type("redi");
  await until(() => box.labels[0] === label("redi"));
});

test("a result opens, and a closed list asks nothing more", async () => {
  const first = await searching();
  first.box.type("red");
  await until(() => first.box.items.length > 0);
  first.box.accept(0);
  await first.done;
  deepStrictEqual([hands.panels.map(({ title }) => title), first.box.isShown], [["#1 Redirect loop $ (trash)"], false]);
  const second = await searching();
  second.box.type("late");
  second.box.hide();
  await second.done;
  await new Promise((resolve) => setTimeout(resolve, 300));
  deepStrictEqual(requested(), ["red"]);
});
