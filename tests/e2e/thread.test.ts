import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import { accessibilityFaults, launchBrowser, overflow, type Visitor, visit } from "./browser.ts";
import { waitForSync, WITH_SYNC_MS } from "./waitForSync.ts";
import { signIn } from "./signIn.ts";
import { startDemoServer } from "./startDemoServer.ts";

/* The thread from an issue to a file, a commit, a person and a page: every step is a link on the page before it. */

let product: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemoServer(), launchBrowser()]);
}, WITH_SYNC_MS);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

type Follow = (link: Locator) => Promise<void>;

const byMouse: Follow = (link) => link.click();
/** The link is focused as Tab would, and opened by Enter. */
const byKeys: Follow = async (link) => {
  await link.focus();
  await link.page().keyboard.press("Enter");
};

const panelOf = (page: Page): Locator =>
  page.locator("section", { has: page.getByRole("heading", { level: 2, name: "Connections" }) });

/** The first entry of a kind in the panel of the page. */
const connectedLink = (page: Page, kind: string): Locator =>
  panelOf(page)
    .locator("section", { has: page.getByRole("heading", { level: 3, name: new RegExp(`^${kind}`) }) })
    .getByRole("listitem")
    .getByRole("link")
    .first();

describe.each([
  { way: "by mouse", follow: byMouse, width: 1280 },
  { way: "by keys", follow: byKeys, width: 360 },
])("$way at $width px", ({ follow, width }) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(browser, { url: product.url, width });
  });
  afterAll(() => visitor?.close());

  test(
    "an issue leads to a file, the file to a commit, the commit to a person, the person to a page",
    async () => {
      const { page, complaints } = visitor;
      await signIn(page, { email: "mira@clew.example", password: "follow-the-thread" });
      await waitForSync(page, "tern");
      await page.goto("/projects/tern/issues/10#connected");
      await follow(connectedLink(page, "Files"));
      await page.waitForURL(/\/projects\/tern\/code\/tern\/-\/src\//);
      await follow(connectedLink(page, "Commits"));
      await page.waitForURL(/\/projects\/tern\/commits\/[0-9a-f]{12}$/);
      expect(await overflow(page)).toBe(0);
      // The page of a commit names its author itself.
      await follow(page.locator('main a[href*="/people/"]').first());
      await page.waitForURL(/\/projects\/tern\/people\/[\p{L}\p{N}-]+-[0-9a-f]{8}$/u);
      await page.getByRole("table", { name: "Areas" }).waitFor();
      expect(await overflow(page)).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      // Not every person wrote a page: the one who wrote most did.
      await page.goto("/projects/tern/people/priya-raman");
      await follow(connectedLink(page, "Pages"));
      await page.waitForURL(/\/projects\/tern\/documents\?.*source=/);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.goBack();
      await page.waitForURL(/\/people\/priya-raman-/);
      expect(complaints).toEqual([]);
    },
    WITH_SYNC_MS,
  );
});
