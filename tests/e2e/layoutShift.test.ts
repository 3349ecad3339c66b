import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import { launchBrowser, type Visitor, visit } from "./browser.ts";
import { signIn } from "./signIn.ts";
import { startDemoServer } from "./startDemoServer.ts";
import { LIMIT_MS, waitForSync, WITH_SYNC_MS } from "./waitForSync.ts";

/*
 * Nothing moves while a screen loads: the layout shift of the browser is 0 on a slow processor, whatever the order of the answers.
 * Each request of the API is held until the answers before it are drawn. A shift is printed with its value and the elements that moved.
 */

const PROJECT = "/projects/tern";
const SCREENS = [
  "/",
  PROJECT,
  `${PROJECT}/search?q=courier`,
  "/insights",
  `${PROJECT}/documents`,
  `${PROJECT}/code`,
  `${PROJECT}/people`,
  `${PROJECT}/settings`,
];
const ISSUE = `${PROJECT}/issues/71`;
/** Screens that are read while a sync of the project runs. */
const READ = [PROJECT, `${PROJECT}/search?q=courier`, `${PROJECT}/documents`, `${PROJECT}/people`];
/** A window of a desk, and of a phone. */
const WIDTHS = [1280, 412];
const SLOWER = 2;
/** Milliseconds without a request or an answer after which the next request is sent. */
const QUIET_MS = 60;
/** Milliseconds for a screen in all windows. */
const SCREEN_MS = 90_000;

/** The request that is sent next: the oldest one, or the newest one. */
type Order = "first" | "last";
/** The parameter of the address that has it. */
const ORDER = "order";

/** Collects the layout shifts of each document, with the elements that moved and by how many pixels. */
function collectShifts(): void {
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly sources: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  }
  const nameOf = (node: Node | null): string =>
    node instanceof Element
      ? `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""} "${(node.textContent ?? "").slice(0, 40)}"`
      : `"${(node?.textContent ?? "").slice(0, 40)}"`;
  const placeOf = ({ x, y }: DOMRectReadOnly): string => `${Math.round(x)},${Math.round(y)}`;
  const shifts: string[] = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(
        ({ node, previousRect, currentRect }) => `${nameOf(node)} ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
      );
      if (value > 0) shifts.push(`${value.toFixed(4)} ${moved.join("; ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
  Object.assign(window, { clewShifts: shifts });
}
declare const clewShifts: string[];

interface Requests {
  /** No request has been made for a while, and all are answered. */
  isDone: boolean;
}
declare const clewRequests: Requests;

/** Sends one request of the API at a time: the next one once the page has drawn the answer and makes no other request. */
function sendInOrder({ quietMs, parameter }: { quietMs: number; parameter: string }): void {
  const [target = "", order] = location.hash.split(`${parameter}=`);
  const isLast = order === "last";
  history.replaceState(history.state, "", location.pathname + location.search + target.slice(0, -1));
  const state: Requests = { isDone: false };
  const held: (() => void)[] = [];
  let inFlight = 0;
  let changedAt = performance.now();
  const note = (): void => {
    changedAt = performance.now();
  };
  const { open, send } = XMLHttpRequest.prototype;
  const ofApi = new WeakSet<XMLHttpRequest>();
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
    if (String(given[1]).includes("/api/v1/")) ofApi.add(this);
    (open as (...all: unknown[]) => void).apply(this, given);
  };
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body?: XMLHttpRequestBodyInit | Document | null) {
    if (!ofApi.has(this)) {
      send.call(this, body);
      return;
    }
    note();
    held.push(() => {
      inFlight += 1;
      this.addEventListener("loadend", () => {
        inFlight -= 1;
        note();
      });
      send.call(this, body);
    });
  };
  let quiet = 0;
  setInterval(() => {
    quiet = inFlight > 0 || performance.now() - changedAt < quietMs ? 0 : quiet + 1;
    if (quiet === 0) return;
    const next = isLast ? held.pop() : held.shift();
    if (next) {
      quiet = 0;
      next();
      note();
    } else state.isDone = quiet > 4 && document.querySelector("main h1") !== null;
  }, quietMs);
  Object.assign(window, { clewRequests: state });
}

let product: ServerProcess;
let browser: Browser;
let windows: readonly { readonly width: number; readonly visitor: Visitor }[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemoServer(), launchBrowser()]);
  windows = await Promise.all(WIDTHS.map(openWindow));
}, WITH_SYNC_MS);
afterAll(async () => {
  await Promise.all(windows.map(({ visitor }) => visitor.close()));
  await browser?.close();
  await product?.stop();
});

async function openWindow(width: number) {
  const visitor = await visit(browser, { url: product.url, width });
  const { page } = visitor;
  await signIn(page, product.person());
  await waitForSync(page, "tern");
  await page.addInitScript(collectShifts);
  await page.addInitScript(sendInOrder, { quietMs: QUIET_MS, parameter: ORDER });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return { width, visitor };
}

/** Loads a screen whose answers arrive one after the other in an order. */
async function shiftsOf(page: Page, path: string, order: Order): Promise<string[]> {
  // The same address with another fragment is no load.
  await page.goto("about:blank");
  await page.goto(`${path}${path.includes("#") ? "&" : "#"}${ORDER}=${order}`, { waitUntil: "commit" });
  await page.waitForFunction(() => clewRequests.isDone, undefined, { polling: QUIET_MS });
  await page.getByRole("main").getByRole("heading").first().waitFor();
  // The browser reports a shift after the frame that shows it.
  await page.waitForTimeout(300);
  return page.evaluate(() => clewShifts);
}

/** The shifts of a screen in all windows at the same time. */
async function expectNoShift(path: string, order: Order): Promise<void> {
  expect(await inAllWindows((page) => shiftsOf(page, path, order))).toEqual([]);
}

async function inAllWindows(run: (page: Page) => Promise<string[]>): Promise<string[]> {
  const all = await Promise.all(
    windows.map(async ({ width, visitor }) => (await run(visitor.page)).map((shift) => `${width} px: ${shift}`)),
  );
  return all.flat();
}

/** Starts a sync from outside of the page. */
async function startSync(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("authToken"));
  const response = await fetch(`${product.url}/api/v1/projects/tern/sync/`, {
    method: "POST",
    headers: { authorization: `Token ${token}` },
  });
  expect(response.status).toBeLessThan(300);
}

test.each(SCREENS)("%s", { timeout: SCREEN_MS }, async (path) => {
  await expectNoShift(path, "last");
});

test.each<Order>(["first", "last"])(
  "an issue, whose %s request is answered first",
  { timeout: SCREEN_MS },
  async (order) => {
    await expectNoShift(ISSUE, order);
  },
);

test.each<Order>(["first", "last"])(
  "an issue at an address that opens a panel, whose %s request is answered first",
  { timeout: SCREEN_MS },
  async (order) => {
    await expectNoShift(`${ISSUE}#similar`, order);
    for (const { width, visitor } of windows) {
      const panel = await visitor.page.locator("#similar").evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { top, bottom, windowHeight: window.innerHeight };
      });
      expect(panel.top, `${width} px`).toBeGreaterThanOrEqual(0);
      expect(panel.top, `${width} px`).toBeLessThan(panel.windowHeight / 2);
    }
  },
);

test.each(READ)("%s, while a sync begins and ends", { timeout: WITH_SYNC_MS }, async (path) => {
  await inAllWindows((page) => shiftsOf(page, path, "first"));
  const [first] = windows;
  if (!first) throw new Error("There is no window.");
  await startSync(first.visitor.page);
  const shifts = await inAllWindows(async (page) => {
    const status = page.getByText(/sources? (?:is|are) syncing/).first();
    await status.waitFor({ state: "attached" });
    await status.waitFor({ state: "detached", timeout: LIMIT_MS });
    await page.waitForFunction(() => clewRequests.isDone, undefined, { polling: QUIET_MS });
    await page.waitForTimeout(300);
    return page.evaluate(() => clewShifts);
  });
  expect(shifts).toEqual([]);
});
