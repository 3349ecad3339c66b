import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { codeContent, codeRefs } from "../../fixtures/code.ts";
import { related } from "../../fixtures/documents.ts";
import { unconnected } from "../../fixtures/graph.ts";
import { type Handler, type Handlers, respond } from "../../fixtures/handlers.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { codeDefinition, foundDefinitions, referenceFiles } from "../../fixtures/references.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/code/CodeTab.tsx");
  await import("../../../src/routes/code/SymbolLookupSection.tsx");
  await import("../../../src/routes/code/CodeConnectedSection.tsx");
});

const TEXT = 'const limit = "many"; // nothing\nplanRoute(stops, limit);\n';
/** Where jsdom, which lays nothing out, has the names. */
const LEFT: Readonly<Record<string, number>> = { const: 0, many: 100, nothing: 200, planRoute: 300, stops: 400 };
const WIDTH = 50;
const TOP = 100;

beforeEach(() => {
  Range.prototype.getBoundingClientRect = function rect(this: Range) {
    return new DOMRect(LEFT[this.toString()] ?? 900, TOP, WIDTH, 20);
  };
  document.caretPositionFromPoint = (x) => {
    const name = nameAt(x);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = name === undefined ? -1 : (node.textContent ?? "").indexOf(name);
      if (at >= 0 && node.parentElement?.closest("code")) return { offsetNode: node, offset: at + 1 } as CaretPosition;
    }
    return null;
  };
});
afterEach(() => {
  Reflect.deleteProperty(Range.prototype, "getBoundingClientRect");
  Reflect.deleteProperty(document, "caretPositionFromPoint");
  document.getSelection()?.removeAllRanges();
});

const nameAt = (x: number) =>
  Object.keys(LEFT).find((name) => x >= (LEFT[name] ?? 0) && x <= (LEFT[name] ?? 0) + WIDTH);

async function open(handlers: Handlers = {}) {
  const definitions = vi.fn<Handler<"definitions">>(respond(foundDefinitions()));
  const app = await renderApp({
    path: "/projects/atlas/code/acme/atlas/-/src/issuePages.ts",
    handlers: {
      relatedToDocument: respond(related()),
      getProject: respond(issueProject()),
      codeContent: respond(codeContent({ text: TEXT, symbols: [] })),
      codeRefs: respond(codeRefs()),
      connected: respond(unconnected),
      definitions,
      ...handlers,
    },
  });
  const code = await screen.findByRole("group", { name: "Code of src/issuePages.ts" });
  await waitFor(() => expect(code.querySelector(".hljs-comment")).not.toBeNull());
  return { ...app, code, definitions };
}

/** The pointer on a name, at the element that shows it. */
function pointAt(code: HTMLElement, name: string, init: Partial<PointerEventInit> = {}): void {
  const x = (LEFT[name] ?? 0) + 5;
  const { offsetNode } = document.caretPositionFromPoint(x, TOP) ?? {};
  fireEvent.pointerMove(offsetNode?.parentElement ?? code, {
    clientX: x,
    clientY: TOP + 5,
    pointerType: "mouse",
    bubbles: true,
    ...init,
  });
}
const rest = (ms: number) => act(() => new Promise<void>((resolve) => void setTimeout(resolve, ms)));
const card = () => screen.queryByRole("dialog", { name: "About planRoute" });

/** The card of a name that the pointer rests on. */
async function hover(code: HTMLElement): Promise<HTMLElement> {
  pointAt(code, "planRoute");
  return await screen.findByRole("dialog", { name: "About planRoute" });
}

test("the card of a name opens below a pointer that rests on it, without the focus, and stays while the pointer is on either", async () => {
  const { code, definitions } = await open();
  code.focus();
  const shown = await hover(code);
  expect(shown).toHaveTextContent("planRoute(stops: readonly Stop[]): Route");
  expect(shown).toHaveTextContent("The shortest way through all stops");
  expect(shown).toHaveTextContent("Mira Aydın");
  expect(definitions.mock.calls.map(([{ query }]) => [query.line, query.column])).toEqual([[2, 1]]);
  expect(code).toHaveFocus();
  pointAt(code, "planRoute", { clientX: (LEFT["planRoute"] ?? 0) + 20 });
  await rest(300);
  expect(card()).toBeVisible();
  fireEvent.pointerMove(document.body, { clientX: 700, clientY: 700, pointerType: "mouse" });
  await rest(80);
  fireEvent.pointerMove(within(shown).getByRole("link", { name: "Go to definition" }), { clientX: 700, clientY: 700 });
  await rest(300);
  expect(card()).toBeVisible();
  fireEvent.pointerMove(document.body, { clientX: 700, clientY: 700, pointerType: "mouse" });
  expect(card()).toBeVisible();
  await rest(300);
  expect(card()).toBeNull();
  expect(code).toHaveFocus();
});

test("a pointer that crosses the code, a finger, and a button that is held down ask nothing", async () => {
  const { code, definitions } = await open();
  for (const name of ["planRoute", "stops", "planRoute", "stops"]) pointAt(code, name);
  fireEvent.pointerLeave(code);
  await rest(450);
  pointAt(code, "planRoute", { pointerType: "touch" });
  await rest(450);
  pointAt(code, "planRoute", { buttons: 1 });
  await rest(450);
  expect(definitions).not.toHaveBeenCalled();
});

test.each(["const", "many", "nothing"])("%s is highlighted as something else than a name", async (word) => {
  const { code, definitions } = await open();
  pointAt(code, word);
  await rest(450);
  expect(definitions).not.toHaveBeenCalled();
});

test.each([
  ["Escape", (code: HTMLElement) => fireEvent.keyDown(code, { key: "Escape" })],
  ["scrolling", (code: HTMLElement) => fireEvent.scroll(code)],
  [
    "a selection",
    (code: HTMLElement) => {
      document.getSelection()?.selectAllChildren(code.querySelector("code") ?? code);
      fireEvent(document, new Event("selectionchange"));
    },
  ],
])("%s closes it, and the pointer opens it again once it has left the name", async (_name, close) => {
  const { code } = await open();
  await hover(code);
  act(() => {
    close(code);
  });
  expect(card()).toBeNull();
  document.getSelection()?.removeAllRanges();
  pointAt(code, "stops");
  await hover(code);
});

test("a name without a definition has no card below the pointer, and has one after a click", async () => {
  const definitions = vi.fn<Handler<"definitions">>(respond(foundDefinitions({ definitions: [] })));
  const { code } = await open({ definitions });
  pointAt(code, "planRoute");
  await waitFor(() => expect(definitions).toHaveBeenCalledOnce());
  await rest(100);
  expect(card()).toBeNull();
  fireEvent.pointerDown(code);
  fireEvent.click(code, { clientX: (LEFT["planRoute"] ?? 0) + 5, clientY: TOP + 5 });
  expect(await screen.findByText(/^No definition of planRoute/)).toBeVisible();
});

test("a card that was opened by a click has the focus, and stays wherever the pointer rests", async () => {
  const { code, definitions } = await open();
  fireEvent.click(code, { clientX: (LEFT["planRoute"] ?? 0) + 5, clientY: TOP + 5 });
  const shown = await screen.findByRole("dialog", { name: "About planRoute" });
  await waitFor(() => expect(shown).toHaveFocus());
  pointAt(code, "stops");
  await rest(650);
  expect(card()).toBeVisible();
  expect(definitions).toHaveBeenCalledOnce();
});

const DEFINITION = "/projects/atlas/code/repository-1/-/src/routing/RoutePlanner.ts";
const selectName = (code: HTMLElement) => {
  const { offsetNode: node } = document.caretPositionFromPoint((LEFT["planRoute"] ?? 0) + 5, TOP) ?? {};
  code.focus();
  if (node) document.getSelection()?.collapse(node, 2);
};

test.each([
  ["Ctrl and a click", (code: HTMLElement) => fireEvent.click(code, { clientX: 305, clientY: TOP, ctrlKey: true })],
  ["Cmd and a click", (code: HTMLElement) => fireEvent.click(code, { clientX: 305, clientY: TOP, metaKey: true })],
  [
    "F12",
    (code: HTMLElement) => {
      selectName(code);
      fireEvent.keyDown(code, { key: "F12" });
    },
  ],
])("%s goes to the definition of a name", async (_name, perform) => {
  const { code, router } = await open();
  perform(code);
  await waitFor(() => expect(router.state.location.pathname).toBe(DEFINITION));
  expect(router.state.location.hash).toBe("#L24-L61");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a name without a definition leads nowhere, and its card has the reason", async () => {
  const { code, router } = await open({ definitions: respond(foundDefinitions({ definitions: [] })) });
  const { pathname } = router.state.location;
  fireEvent.click(code, { clientX: 305, clientY: TOP, ctrlKey: true });
  expect(await screen.findByText(/^No definition of planRoute/)).toBeVisible();
  expect(router.state.location.pathname).toBe(pathname);
});

test("Shift and F12 list the references of a name, in the code and in its card", async () => {
  const part = { ...foundDefinitions({ precision: "precise" }), count: 1, candidates: 1, read: 1, next: null };
  const { code } = await open({ references: respond({ ...part, files: referenceFiles() }) });
  selectName(code);
  fireEvent.keyDown(code, { key: "F12", shiftKey: true });
  const panel = await screen.findByRole("dialog", { name: /^References to/ });
  expect(await within(panel).findByText("3 references in 2 files")).toBeInTheDocument();
  expect(within(panel).getByText("Precise")).toBeInTheDocument();
  fireEvent.click(within(panel).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(code).toHaveFocus());
  fireEvent.click(code, { clientX: 305, clientY: TOP });
  const shown = await screen.findByRole("dialog", { name: "About planRoute" });
  fireEvent.keyDown(shown, { key: "F12", shiftKey: true });
  expect(await screen.findByRole("dialog", { name: /^References to/ })).toBeInTheDocument();
});

test("the calls of a function are counted, with how they are known", async () => {
  const call = (path: string, line: number) => ({ source: "r-1", path, line, column: 1, text: "planRoute()" });
  const calls = respond({
    ...foundDefinitions(),
    callers: [
      { definition: codeDefinition({ name: "assign" }), calls: [call("src/a.ts", 1), call("src/a.ts", 9)] },
      { definition: codeDefinition({ name: "retry" }), calls: [call("src/b.ts", 4)] },
      { definition: null, calls: [call("src/b.ts", 40)] },
    ],
    callees: [{ definition: codeDefinition({ name: "distance" }), calls: [call("src/c.ts", 2), call("src/c.ts", 3)] }],
    candidates: 3,
    read: 3,
    next: null,
  });
  const { code } = await open({ callHierarchy: calls });
  fireEvent.click(code, { clientX: 305, clientY: TOP });
  fireEvent.click(await screen.findByRole("button", { name: "Call hierarchy" }));
  const panel = await screen.findByRole("dialog", { name: /^Calls of/ });
  expect(await within(panel).findByText("3 callers in 2 files")).toBeInTheDocument();
  expect(within(panel).getByText("2 calls")).toBeInTheDocument();
  expect(within(panel).getByText("By name")).toBeInTheDocument();
});
