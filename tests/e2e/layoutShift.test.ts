import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import { launchBrowser, type Visitor, visit } from "./browser.ts";
import { startDemoServer } from "./startDemoServer.ts";
import { waitForSync, WITH_SYNC_MS } from "./waitForSync.ts";

/* Nothing moves while a screen loads on a processor slowed four times: the layout shift of the browser is 0, of an issue almost. */

const SCREENS = ["/", "/projects/tern", "/projects/tern/search?q=courier", "/insights"];
const ISSUE = "/projects/tern/issues/71";
/** On a machine with other work the title, or an answer after 1.5 s, moves what is below it; it is 0 otherwise. */
const ISSUE_LIMIT = 0.025;
const SLOWER = 4;

/** Collects the layout shifts of each document, with the elements that moved. */
function collectShifts(): void {
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly sources: readonly { readonly node: Node | null }[];
  }
  const nameOf = (node: Node | null): string =>
    node instanceof Element
      ? `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""}`
      : (node?.textContent ?? "").slice(0, 40);
  const shifts: string[] = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      if (value >= 0.0005) shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node)).join(", ")}`);
  }).observe({ type: "layout-shift", buffered: true });
  Object.assign(window, { clewShifts: shifts });
}
declare const clewShifts: string[];

let product: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemoServer(), launchBrowser()]);
}, WITH_SYNC_MS);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe.each([1280, 412])("at %i pixels", (width) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(browser, { url: product.url, width });
    const { page } = visitor;
    const { email, password } = product.person();
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("/");
    await waitForSync(page, "tern");
    await page.addInitScript(collectShifts);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  }, WITH_SYNC_MS);
  afterAll(() => visitor?.close());

  const shiftsOf = async (path: string): Promise<string[]> => {
    const { page } = visitor;
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await page.getByRole("main").getByRole("heading").first().waitFor();
    // The browser reports a shift after the frame that shows it.
    await page.waitForTimeout(500);
    return page.evaluate(() => clewShifts);
  };

  test.each(SCREENS)("%s", async (path) => {
    expect(await shiftsOf(path)).toEqual([]);
  });

  test("an issue, which moves little", async () => {
    const shifts = await shiftsOf(ISSUE);
    expect(shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0)).toBeLessThanOrEqual(ISSUE_LIMIT);
  });
});
