import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import { launchBrowser, type Visitor, visit } from "./browser.ts";
import { waitForSync, WITH_SYNC_MS } from "./waitForSync.ts";
import { startPreparedServer } from "./startPreparedServer.ts";

/* Tasks of a working day by keyboard alone: nothing is clicked, and nothing is focused other than by keys. */

let product: ServerProcess;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startPreparedServer({ env: { CLEW_DEMO: "on" } }), launchBrowser()]);
  visitor = await visit(browser, { url: product.url });
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const TERN = "/projects/tern";
/** More than any screen of the demo has before its content. */
const MAX_TABS = 120;

const press = (key: string): Promise<void> => page.keyboard.press(key);
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus. */
async function tabTo(target: Locator): Promise<void> {
  const first = target.first();
  await first.waitFor();
  for (let presses = 0; !(await isFocused(first)); presses++) {
    if (presses === MAX_TABS) throw new Error(`Tab does not reach ${String(target)}.`);
    await press("Tab");
  }
}

const main = (): Locator => page.getByRole("main");

/** Opens a screen of the project by its address, as from a bookmark. */
async function open(path: string): Promise<void> {
  await page.goto(path);
  await main().getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
}

/** Waits for a view of the demo's file: the address changes before the screen does, and keys go to the screen. */
const fileShows = (view: string): Promise<void> =>
  main()
    .locator("[aria-current]", { hasText: new RegExp(`^${view}$`) })
    .waitFor();

/** Types into the palette, chooses the first entry that matches and takes it. */
async function goTo(typed: string, entry: RegExp): Promise<void> {
  await press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("combobox").waitFor();
  await page.keyboard.type(typed);
  const chosen = palette.getByRole("option", { name: entry, selected: true });
  await palette.getByRole("option", { name: entry }).first().waitFor();
  // An answer that comes late is listed below what was chosen before it.
  for (let presses = 0; (await chosen.count()) === 0 && presses < 20; presses++) await press("ArrowDown");
  await press("Enter");
  await palette.waitFor({ state: "detached" });
}

test("sign in", async () => {
  const { email, password } = product.person();
  await open("/login");
  await tabTo(page.getByLabel("Email"));
  await page.keyboard.type(email);
  await tabTo(page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(password);
  await press("Enter");
  await page.getByRole("heading", { name: "Hello" }).waitFor();
});

test("wait for the first sync, and open an issue from the list", { timeout: WITH_SYNC_MS }, async () => {
  await waitForSync(page, "tern");
  await open(`${TERN}/issues`);
  await press("j");
  await press("j");
  const chosen = (await page.locator(":focus").textContent())?.match(/#\d+/)?.[0];
  await press("Enter");
  await page.waitForURL(`${TERN}/issues/${chosen?.slice(1)}`);
});

test("unfold why the answer is what it is", async () => {
  await open(`${TERN}/issues/10`);
  const why = main().locator("summary", { hasText: "Why" }).first();
  await tabTo(why);
  const isOpen = (): Promise<boolean> => why.evaluate((summary) => summary.closest("details")?.open ?? false);
  expect(await isOpen()).toBe(false);
  await press("Enter");
  await expect.poll(isOpen).toBe(true);
});

test("open a file by its name, and take its permalink", async () => {
  await goTo("arrival.ts", /^arrival\.ts/);
  await page.waitForURL(/\/code\/tern\/-\/src\/notify\/arrival\.ts/);
  await fileShows("Source");
  await press("y");
  await page.waitForURL(/rev=[0-9a-f]{40}/);
});

test("open a symbol by its name", async () => {
  await goTo("@tellArrival", /tellArrival/);
  await page.waitForURL(/arrival\.ts.*#L\d+/);
});

test("show and hide the blame of a file", async () => {
  await open(`${TERN}/code/tern/-/src/notify/arrival.ts`);
  await fileShows("Source");
  await press("b");
  await page.waitForURL(/view=blame/);
  await fileShows("Blame");
  await press("b");
  await page.waitForURL((url) => !url.href.includes("blame"));
});

test("search, choose a result and open it", async () => {
  await open(`${TERN}/search`);
  await press("/");
  await page.keyboard.type("courier");
  await press("Enter");
  await page.waitForURL(/q=courier/);
  await main()
    .getByRole("link", { name: /assignCouriers/ })
    .first()
    .waitFor();
  await press("ArrowDown");
  await expect.poll(() => page.locator(":focus").getAttribute("href")).toMatch(/assignCouriers/);
  await press("Enter");
  await page.waitForURL(/assignCouriers/);
});

test("open a request from the list", async () => {
  await open(`${TERN}/requests`);
  await main().getByRole("row").nth(1).waitFor();
  await press("j");
  await press("Enter");
  await page.waitForURL(/\/requests\/\d+/);
});

test("open a page of the wiki", async () => {
  await open(`${TERN}/documents`);
  await tabTo(page.getByRole("tree"));
  await press("End");
  await press("ArrowRight");
  const pages = page.getByRole("tree").locator('[role="treeitem"][aria-level="2"]');
  await pages.first().waitFor();
  await press("ArrowDown");
  await press("Enter");
  await page.waitForURL(/path=/);
});

test("open a person", async () => {
  await open(`${TERN}/people`);
  await tabTo(main().getByRole("link", { name: "Priya Raman" }));
  await press("Enter");
  await page.waitForURL(/\/people\/priya-raman/);
});

test("change the period of Insights", async () => {
  await open(`${TERN}/insights`);
  await tabTo(page.getByRole("combobox", { name: "Period" }));
  await press("ArrowDown");
  await page.waitForURL(/period=/);
});

test("read the notifications; the focus returns to the bell", async () => {
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await open(TERN);
  await tabTo(bell);
  await press("Enter");
  await expect.poll(() => isFocused(bell)).toBe(false);
  await press("Escape");
  await expect.poll(() => isFocused(bell)).toBe(true);
});

test("change the theme and the language", async () => {
  const root = (): Promise<string> => page.evaluate(() => document.documentElement.style.colorScheme);
  expect(await root()).toBe("light");
  await goTo(">dark", /dark theme/);
  await expect.poll(root).toBe("dark");
  const language = (): Promise<string> => page.evaluate(() => document.documentElement.lang);
  await goTo(">Türkçe", /Türkçe/);
  await expect.poll(language).toBe("tr");
  await goTo(">English", /English/);
  await expect.poll(language).toBe("en");
});

test("begin a project and leave the form", async () => {
  await goTo(">Create project", /Create project/);
  await page.waitForURL("/wizard");
  await tabTo(page.getByRole("textbox", { name: /name/i }));
  await page.keyboard.type("Typed by keys");
  expect(await page.getByRole("textbox", { name: /name/i }).first().inputValue()).toBe("Typed by keys");
});

test("list the keys of a page, and sign out", async () => {
  await open(TERN);
  await press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await press("Escape");
  expect(visitor.complaints).toEqual([]);
  await tabTo(page.getByRole("button", { name: "Mira Solak" }));
  await press("Enter");
  const logout = page.getByRole("menuitem", { name: "Logout" });
  await logout.waitFor();
  // The menu gets the focus a moment after it is shown.
  await expect
    .poll(async () => {
      await press("End");
      return logout.evaluate((item) => item === document.activeElement);
    })
    .toBe(true);
  await press("Enter");
  await page.waitForURL("/login");
});
