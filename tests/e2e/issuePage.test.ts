import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import { launchBrowser, overflow, type Visitor, visit } from "./browser.ts";
import { signIn } from "./signIn.ts";
import { startDemoServer } from "./startDemoServer.ts";
import { waitForSync, WITH_SYNC_MS } from "./waitForSync.ts";

/* The page of an issue: the answer first, two screens, and one message for parts that fail together. */

const WINDOW = { width: 1280, height: 800 };
const SCREENS = 2;
/** A defect, a closed report with comments, and one with a long trace. */
const ISSUES = [71, 10, 65] as const;
const TERN = "/projects/tern/issues";

let product: ServerProcess;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemoServer(), launchBrowser()]);
  visitor = await visit(browser, { url: product.url, ...WINDOW });
  page = visitor.page;
  await signIn(page, product.person());
  await waitForSync(page, "tern");
}, WITH_SYNC_MS);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function openIssue(number: number): Promise<void> {
  await page.goto(`${TERN}/${number}`);
  await page.waitForLoadState("networkidle");
  await page.getByRole("region", { name: "Connections" }).waitFor();
  await page.getByRole("group", { name: /^Code of / }).waitFor();
}

describe.each(ISSUES)("issue %i at 1280 x 800", (number) => {
  test("is at most two screens high, laid out as a whole", async () => {
    await openIssue(number);
    const height = await page.evaluate(() => {
      // Parts that are laid out only near the window would hide their height.
      const style = document.createElement("style");
      style.textContent = "* { content-visibility: visible !important; }";
      document.head.append(style);
      return document.documentElement.scrollHeight;
    });
    expect(height).toBeLessThanOrEqual(SCREENS * WINDOW.height);
    expect(await overflow(page)).toBe(0);
  });

  test("has the answer above the fold: its certainty in words, and its code at the full width", async () => {
    await openIssue(number);
    const answer = page.getByRole("region", { name: /^(?:Most likely|Probably|Not sure)/ });
    await answer.getByText(/^(?:Strong evidence|Some evidence|Not sure)$/).waitFor();
    const [card, code] = await Promise.all([
      answer.boundingBox(),
      answer.getByRole("group", { name: /^Code of / }).boundingBox(),
    ]);
    if (!card || !code) throw new Error("The answer is not shown.");
    expect(code.y + code.height).toBeLessThanOrEqual(WINDOW.height);
    // Its padding, border and edge are 40 px.
    expect(code.width).toBeGreaterThanOrEqual(card.width - 40);
  });

  test("has people with their presence, similar issues and next steps in the answer", async () => {
    await openIssue(number);
    const answer = page.getByRole("region", { name: /^(?:Most likely|Probably|Not sure)/ });
    const people = answer.getByRole("list", { name: "People, the best first" }).getByRole("listitem");
    expect(await people.count()).toBe(3);
    for (const person of await people.allInnerTexts())
      expect(person).toMatch(/Active|Free at the moment|Busy at the moment|Recently inactive|Has probably left/);
    await answer.getByRole("group", { name: "Similar and duplicates" }).waitFor();
    await answer.getByRole("group", { name: "What to do next" }).waitFor();
  });
});

test("a jump mark opens its part, also a second time after the part was closed", async () => {
  await openIssue(71);
  const toggle = page.getByRole("button", { name: "Similar and duplicates", exact: true });
  const mark = page
    .getByRole("navigation", { name: "Parts of this page" })
    .getByRole("link", { name: "Similar and duplicates" });
  const isOpen = (): Promise<string | null> => toggle.getAttribute("aria-expanded");
  for (let press = 0; press < 2; press += 1) {
    await mark.click();
    await expect.poll(isOpen).toBe("true");
    await toggle.click();
    await expect.poll(isOpen).toBe("false");
  }
});

test("a cut report shows all of it when the focus enters what is cut", async () => {
  await openIssue(35);
  const more = page.getByRole("button", { name: "Show all of it" });
  await more.waitFor();
  await page.evaluate(() =>
    document.querySelector<HTMLElement>("#report section:last-of-type summary, #report details summary")?.focus(),
  );
  await page.getByRole("button", { name: "Show less" }).waitFor();
});

/** The calls of the analysis of an issue, and not those of the frame of the page. */
const PARTS =
  /\/api\/v1\/(?:projects\/tern\/issues\/71\/(?:analysis|localization|experts|similar|documents|commits)|connected)\//;

describe("when the server is away", () => {
  test("all parts have one message and one Retry, which brings them back", async () => {
    await page.goto("/projects/tern/issues");
    await page.route(PARTS, (route) => route.abort("connectionrefused"));
    await page.goto(`${TERN}/71`);
    await page.getByText("Several parts of this page could not be loaded").waitFor();
    expect(await page.getByText("Not loaded", { exact: true }).count()).toBe(7);
    expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(1);
    await page.getByRole("heading", { level: 1, name: /Arrival message/ }).waitFor();
    await page.unroute(PARTS);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("region", { name: /^Most likely/ }).waitFor();
    // The answer does not wait for the parts below it.
    await expect.poll(() => page.getByText("Several parts of this page could not be loaded").count()).toBe(0);
    await expect.poll(() => page.getByText("Not loaded", { exact: true }).count()).toBe(0);
  });
});
