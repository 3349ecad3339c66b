import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { STORAGE_KEYS } from "../../contract/constants.ts";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import {
  accessibilityFaults,
  COLOUR_RULES,
  launchBrowser,
  overflow,
  type Theme,
  visit,
  type Visitor,
} from "./browser.ts";
import { type Address, FILE, SCREENS, TERN } from "./screens.ts";
import { treeFaults } from "./treeFaults.ts";
import { waitForSync, WITH_SYNC_MS } from "./waitForSync.ts";
import { startDemoServer } from "./startDemoServer.ts";
import { sampled } from "../wholeRun.ts";

/*
 * Every screen of the real product with its overlays, in both themes: axe reports nothing, the accessibility tree has names, headings and
 * landmarks, and nothing scrolls horizontally from 320 px (1280 px at 400 % zoom) to 2560 px.
 */

let product: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemoServer(), launchBrowser()]);
}, WITH_SYNC_MS);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const PUBLIC = Object.values(SCREENS).flatMap((screens) => ("signedOut" in screens ? [screens.signedOut] : []));
const PRIVATE = Object.entries(SCREENS).flatMap(([name, screens]) =>
  "signedOut" in screens ? [] : screens.map((address) => [name, JSON.stringify(address), address] as const),
);

let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  visitor = await visit(browser, { url: product.url });
  page = visitor.page;
});
afterAll(() => visitor?.close());

/** Changes the theme as a page does whose user has changed it in another tab: everything that is open stays open. */
const follow = (theme: Theme): Promise<void> =>
  page.evaluate(
    ([key, newValue]) => {
      window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
    },
    [STORAGE_KEYS.theme, theme] as const,
  );

const WIDTHS = [360, 1280];
let visits = 0;

/** Problems in light, each with its width, and those of colours in dark. The gate runs axe at one width for each screen, in turn. */
const faults = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const width of sampled(WIDTHS, 2, visits++)) {
    await page.setViewportSize({ width, height: 800 });
    for (const fault of await accessibilityFaults(page)) found.push(`${width}: ${fault}`);
  }
  return [...found, ...(await layoutFaults()), ...(await darkFaults())];
};
/** At both widths, at 400 % and 200 % zoom of 1280 px, and on a wide screen; and the accessibility tree, which has no width. */
const layoutFaults = async (): Promise<string[]> => {
  const found = treeFaults(await page.locator("body").ariaSnapshot());
  for (const width of [320, 640, 2560, ...WIDTHS]) {
    await page.setViewportSize({ width, height: 800 });
    const wider = await overflow(page);
    if (wider > 0) found.push(`${width}: ${wider} px wider than the window`);
  }
  return found;
};
const darkFaults = async (): Promise<string[]> => {
  await follow("dark");
  await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe("dark");
  const found = await accessibilityFaults(page, COLOUR_RULES);
  await follow("light");
  return found.map((fault) => `dark: ${fault}`);
};
const open = async (path: string): Promise<void> => {
  await page.goto(path);
  await page.getByRole("main").getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
};

const openLinked = async (address: Address): Promise<void> => {
  if (typeof address === "string") return open(address);
  await open(address.on);
  const link = page.locator(`main a[href*="${address.to}"]`).first();
  return open((await link.getAttribute("href")) ?? "");
};

test.for(PUBLIC)("%s, signed out", async (path) => {
  await open(path);
  expect(await faults()).toEqual([]);
});

test("signing in", { timeout: 2 * WITH_SYNC_MS }, async () => {
  const { email, password } = product.person();
  await open("/login");
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(await faults()).toEqual([]);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/");
  // The screens of the demo's project are complete once it has been synced.
  await waitForSync(page, "tern");
  await waitForSync(page, "clew");
});

test.for(PRIVATE)("%s: %s", async ([, , address]) => {
  await openLinked(address);
  expect(await faults()).toEqual([]);
});

test("an issue with its evidence", async () => {
  await open("/projects/clew/issues?state=closed&q=camelCase");
  await page
    .getByRole("link", { name: /camelCase names cannot be found/ })
    .first()
    .click();
  await page.getByText("server/index/text/tokenize.ts").first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(await faults()).toEqual([]);
});

test("the preview of an issue", async () => {
  await open("/projects/clew/issues");
  await page.getByRole("row").nth(1).getByRole("link").first().focus();
  await page.keyboard.press("j");
  await page.keyboard.press(" ");
  await page.getByRole("complementary").getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(await faults()).toEqual([]);
});

test("the preview of a request", async () => {
  await open(`${TERN}/requests`);
  await page.getByRole("row").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press(" ");
  await page.getByRole("complementary").getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(await faults()).toEqual([]);
});

test("the revisions, and the card of a symbol, on a file", async () => {
  await open(FILE);
  await page.getByRole("button", { name: /^Revision/ }).click();
  await page.getByRole("dialog").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await faults()).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("assignCouriers", { exact: true }).first().click();
  await page.getByRole("dialog").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await faults()).toEqual([]);
});

test("the drawer of an insight", async () => {
  await open("/projects/clew/insights");
  await page
    .locator("main button:enabled", { hasText: /^[\d,]+ rows?$/ })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await faults()).toEqual([]);
});

const faultsOfDialog = async (): Promise<string[]> => {
  await page.getByRole("dialog").waitFor();
  await page.waitForLoadState("networkidle");
  const found = await faults();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return found;
};

test("the dialog of a project's settings", async () => {
  await open("/projects/clew/settings");
  await page.getByRole("main").getByRole("button", { name: "Delete project" }).click();
  expect(await faultsOfDialog()).toEqual([]);
});

test("the menu of a source, and its dialog", async () => {
  await open("/projects/clew/sources");
  const menu = page.getByRole("main").getByRole("button", { name: /^Actions for / });
  await menu.first().click();
  expect([...(await accessibilityFaults(page)), ...(await darkFaults())]).toEqual([]);
  await page.getByRole("menuitem", { name: "Change access" }).click();
  expect(await faultsOfDialog()).toEqual([]);
  await expect.poll(() => menu.first().evaluate((button) => button === document.activeElement)).toBe(true);
});

test("what opens on a page: the menus, the bell, the palette, the keys", async () => {
  await open("/help");
  for (const name of ["Projects", /^Notifications/]) {
    await page.getByRole("banner").getByRole("button", { name }).click();
    expect([...(await accessibilityFaults(page)), ...(await darkFaults())]).toEqual([]);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Go to a page or run a command" }).fill("token");
  await page.getByRole("option", { name: /^Search all projects/ }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await faults()).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByText("Keyboard shortcuts").waitFor();
  expect(await faults()).toEqual([]);
});

test("in Turkish as well", async () => {
  await open("/help");
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Switch to Türkçe" }).click();
  await page.getByRole("button", { name: "Projeler" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("tr");
  for (const path of ["/", "/projects", "/projects/clew/issues", "/settings"]) {
    await open(path);
    expect(await faults()).toEqual([]);
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Dili değiştir: English" }).click();
  await page.getByRole("button", { name: "Projects" }).waitFor();
});

test("faults of a tree are found", async () => {
  const tree = await page.context().newPage();
  await tree.setContent(
    `<nav aria-label="Main"></nav><nav aria-label="Main"></nav><main><h1>A</h1><h3>B</h3><button></button></main>`,
  );
  expect(treeFaults(await tree.locator("body").ariaSnapshot())).toEqual([
    "button without a name",
    "heading of level 3 after level 1",
    'two landmarks: navigation "Main"',
  ]);
  await tree.close();
});

test("the focus and the state of a control are visible in forced colours", async () => {
  await open("/settings/profile");
  await page.emulateMedia({ forcedColors: "active" });
  const faint = await page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>("a[href], button:enabled, input:enabled, select")];
    return controls.flatMap((control) => {
      control.focus({ focusVisible: true } as FocusOptions);
      const drawn = [control, control.nextElementSibling, control.parentElement].some((element) => {
        const { outlineStyle, outlineWidth } = element
          ? getComputedStyle(element)
          : { outlineStyle: "none", outlineWidth: "0" };
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
      });
      return drawn || document.activeElement !== control ? [] : [control.outerHTML.slice(0, 120)];
    });
  });
  await page.emulateMedia({ forcedColors: "none" });
  expect(faint).toEqual([]);
});

test.for(["/projects/clew/insights", `${TERN}/documents`])("%s on paper has the content alone", async (path) => {
  await open(path);
  await follow("dark");
  await page.emulateMedia({ media: "print" });
  // The width of A4 without margins, in CSS pixels.
  await page.setViewportSize({ width: 718, height: 1000 });
  expect(await page.getByRole("banner").isVisible()).toBe(false);
  expect(await page.getByRole("main").getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  // Bars and points of a chart are buttons too, and stay.
  const controls = page.locator("main button, main [role=button]:not(svg *)");
  expect(await controls.filter({ visible: true }).count()).toBe(0);
  // Browsers leave backgrounds out: light text of the dark theme would be white on white.
  const dark = await page
    .getByRole("main")
    .getByRole("heading", { level: 1 })
    .evaluate((title) => getComputedStyle(title).color);
  expect(dark).toBe("rgb(0, 0, 0)");
  expect(await overflow(page)).toBe(0);
  await page.emulateMedia({ media: null });
  await follow("light");
});
