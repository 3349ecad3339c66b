import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../../scripts/startServerProcess.ts";
import { accessibilityFaults, launchBrowser, overflow, type Theme, visit, type Visitor } from "./browser.ts";

/* Every screen of the real product with its overlays, in both themes: axe reports nothing, and nothing scrolls horizontally on a phone. */

let product: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startServerProcess({ env: { CLEW_DEMO: "on" } }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const TOKEN = "3f2b8c1e-9d4a-4b6f-8a7c-0123456789ab";
const PUBLIC = ["/login", "/forgot-password", `/register?token=${TOKEN}`, `/reset-password?token=${TOKEN}`];
const SCREENS = [
  "/",
  "/?q=token",
  "/projects",
  "/projects?q=zzz",
  "/wizard",
  "/projects/clew",
  "/projects/clew?q=token",
  "/projects/clew/documents",
  "/projects/clew/experts",
  "/projects/clew/sources",
  "/projects/clew/people",
  "/projects/clew/settings",
  "/projects/clew/insights",
  "/projects/clew/backtest",
  "/projects/clew/issues",
  "/insights",
  "/settings",
  "/settings/password",
  "/settings/integrations",
  "/settings/company",
  "/settings/health",
  "/settings/audit",
  "/settings/mcp",
  "/help",
  "/support",
  "/404",
];

describe.for<Theme>(["light", "dark"])("in %s", (theme) => {
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    visitor = await visit(browser, { url: product.url, theme });
    page = visitor.page;
  });
  afterAll(() => visitor?.close());

  /** Problems at both widths, each with its width. */
  const faults = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const wider = await overflow(page);
      if (wider > 0) found.push(`${width}: ${wider} px wider than the window`);
      for (const fault of await accessibilityFaults(page)) found.push(`${width}: ${fault}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    return found;
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(path);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await page.waitForLoadState("networkidle");
  };

  test.for(PUBLIC)("%s, signed out", async (path) => {
    await open(path);
    expect(await faults()).toEqual([]);
  });

  test("signing in", async () => {
    const { email, password } = product.person();
    await open("/login");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await faults()).toEqual([]);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("/");
    // The screens of the demo's project are complete once it has been synced.
    await page.goto("/projects/clew?q=tokenize");
    await page
      .getByText(/: synced/)
      .nth(1)
      .waitFor({ timeout: 90_000 });
  });

  test.for(SCREENS)("%s", async (path) => {
    await open(path);
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

  test.for([
    ["/projects/clew/settings", "Delete project"],
    ["/projects/clew/sources", /^New access to /],
  ] as const)("the dialog of %s", async ([path, name]) => {
    await open(path);
    await page.getByRole("main").getByRole("button", { name }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("what opens on a page: the menus, the bell, the palette, the keys", async () => {
    await open("/help");
    for (const name of ["Projects", /^Notifications/]) {
      await page.getByRole("banner").getByRole("button", { name }).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Go to, or do" }).fill("token");
    await page.getByRole("option", { name: /^Search all projects/ }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await faults()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByText("Keys of this page").waitFor();
    expect(await faults()).toEqual([]);
  });

  test("in Turkish as well", async () => {
    await open("/help");
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Switch to Turkish" }).click();
    await page.getByRole("button", { name: "Projeler" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("tr");
    for (const path of ["/", "/projects", "/projects/clew/issues", "/settings"]) {
      await open(path);
      expect(await faults()).toEqual([]);
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "İngilizceye geç" }).click();
    await page.getByRole("button", { name: "Projects" }).waitFor();
  });
});
