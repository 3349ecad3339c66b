/** The documentation site below a path of a plain web server, in Chromium. */
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite } from "../../scripts/site/buildSite.ts";
import { accessibilityFaults, launchBrowser, openPage, overflow } from "./browser.ts";

const PREFIX = "/docs/clew/";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
};
/** One page of each kind. */
const PAGES = [
  "index",
  "tour",
  "operate/settings",
  "api/issues",
  "api/types",
  "cli/commands",
  "comparison",
  "project/decisions",
];

let folder: string;
let web: Server;
let browser: Browser;
let url: string;
const requests: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-site-"));
  await buildSite(folder);
  web = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
    const file = join(folder, path.slice(PREFIX.length));
    if (!path.startsWith(PREFIX) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}${PREFIX}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  web?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(theme: "light" | "dark", width: number): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    viewport: { width, height: 800 },
    reducedMotion: "reduce",
  });
  const page = await openPage(context, 30_000);
  page.on("request", (request) => requests.push(request.url()));
  page.on("requestfailed", (request) => requests.push(`failed ${request.url()}`));
  page.on("pageerror", (error) => requests.push(`error ${error.message}`));
  page.on("response", (response) => {
    if (!response.ok()) requests.push(`${response.status()} ${response.url()}`);
  });
  return { context, page };
}

describe.each([
  ["light", 1280],
  ["dark", 360],
] as const)("in %s at %i pixels", (theme, width) => {
  test("every kind of page passes axe, fits its window and loads only its own files", async () => {
    requests.length = 0;
    const { context, page } = await open(theme, width);
    const faults: string[] = [];
    for (const path of PAGES) {
      await page.goto(`${path}.html`);
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${path}: ${fault}`));
      const wide = await overflow(page);
      if (wide > 0) faults.push(`${path}: ${wide} pixels too wide`);
    }
    expect(faults).toEqual([]);
    expect(requests.length).toBeGreaterThan(PAGES.length);
    expect(requests.filter((address) => !address.startsWith(url))).toEqual([]);
    await context.close();
  });
});

test("the search is reached, read and left by keys", async () => {
  const { context, page } = await open("light", 1280);
  await page.goto("index.html");
  await page.keyboard.press("/");
  await page.keyboard.type("rotate master key");
  const results = page.getByRole("region", { name: "Results" });
  await results.getByRole("link").first().waitFor();
  expect(await page.getByRole("status").textContent()).toMatch(/^\d+ results?$/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await results.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await page.keyboard.press("Enter");
  await page.waitForURL(/operate\/backup\.html#rotating-the-master-key$/);
  await context.close();
});

test("a chosen theme stays on the next page, and the dark one has its own pictures", async () => {
  const { context, page } = await open("light", 1280);
  await page.goto("tour.html");
  await page.getByRole("button", { name: "Dark theme" }).press("Enter");
  await page.reload();
  expect(await page.getByRole("button", { name: "Dark theme" }).getAttribute("aria-pressed")).toBe("true");
  expect(await page.locator("main img:visible").first().getAttribute("src")).toContain(".dark.");
  await context.close();
});

test("opened as a file it is searched all the same", async () => {
  const { context, page } = await open("light", 1280);
  await page.goto(pathToFileURL(join(folder, "index.html")).href);
  await page.getByRole("searchbox").fill("helm");
  await page
    .getByRole("region", { name: "Results" })
    .getByRole("link", { name: /Kubernetes/ })
    .first()
    .waitFor();
  await context.close();
});
