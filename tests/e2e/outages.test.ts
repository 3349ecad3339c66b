import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../../scripts/startServerProcess.ts";
import { launchBrowser, visit, type Visitor } from "./browser.ts";
import { signIn } from "./signIn.ts";

const EMAIL = "ada@acme.example";
const PASSWORD = "a long thread";
const DIST = join(dirname(dirname(import.meta.dirname)), "dist");

let folder: string;
let product: ServerProcess;
let browser: Browser;
let ada: Visitor;

/** The server after a restart, with the same data and port. */
const start = (port = "0"): Promise<ServerProcess> =>
  startServerProcess({
    dataDir: join(folder, "data"),
    env: { CLEW_DEMO: "off", PORT: port, CLEW_DIST: join(folder, "dist") },
  });
const restart = async (): Promise<void> => {
  product = await start(new URL(product.url).port);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-bad-days-"));
  cpSync(DIST, join(folder, "dist"), { recursive: true });
  [product, browser] = await Promise.all([start(), launchBrowser()]);
  ada = await visit(browser, { url: product.url });
  const link = /\/register\?token=[0-9a-f-]{36}/.exec(stripVTControlCharacters(product.printed()))?.[0];
  const { page } = ada;
  await page.goto(link ?? "/");
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Name").fill("Ada Kaya");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("/");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const bar = (page: Page, text: RegExp) => page.getByText(text);
const saveName = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Save" }).click();
};

test("offline: the bar reports it, typed text stays, and it is saved when the connection is back", async () => {
  const { page } = ada;
  await page.goto("/settings");
  await page.getByLabel("Name", { exact: true }).waitFor();
  await page.context().setOffline(true);
  await bar(page, /You are offline/).waitFor();
  await saveName(page, "Ada Offline");
  await page.getByText("The server cannot be reached. Check your connection and try again.").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada Offline");
  await page.context().setOffline(false);
  await bar(page, /You are offline/).waitFor({ state: "detached" });
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada Offline");
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "PUT"),
    page.getByRole("button", { name: "Save" }).click(),
  ]);
  await page.getByText("Saved").first().waitFor();
  // The request id is sent to the server, returned by it, and written to its log.
  const name = answer.request().headers()["x-request-id"];
  expect(name).toMatch(/^[0-9a-f]{24}$/);
  expect(answer.headers()["x-request-id"]).toBe(name);
  await expect.poll(() => product.printed()).toContain(`"requestId":"${name}"`);
});

test("the server dies: the bar reports it, the page and typed text stay, and the app finds the next server by itself", async () => {
  const { page } = ada;
  await product.kill();
  await saveName(page, "Ada Away");
  await bar(page, /The server does not answer/).waitFor();
  // A screen whose code and data are not loaded cannot be opened, and the browser's own error page is not shown.
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada Away");
  await restart();
  await bar(page, /The server does not answer/).waitFor({ state: "detached", timeout: 60_000 });
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada Away");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").first().waitFor();
});

test("an extension blocks a request: the message reports that the server is available", async () => {
  const { page } = ada;
  await page.route("**/api/v1/users/me/", (route) =>
    route.request().method() === "PUT" ? route.abort("blockedbyclient") : route.continue(),
  );
  await saveName(page, "Ada Blocked");
  await page.getByText(/although the server can be reached.*extension/).waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada Blocked");
  await page.unrouteAll();
});

test("a new version reloads a screen whose code is gone, and keeps an open form with a notice", async () => {
  const { page } = ada;
  await page.goto("/settings");
  await page.getByLabel("Name", { exact: true }).waitFor();
  let misses = 0;
  await page.route(/\/assets\/HelpRoute-.*\.js/, (route) => {
    misses += 1;
    return misses === 1 ? route.fulfill({ status: 404, body: "{}" }) : route.continue();
  });
  await page.getByRole("button", { name: /^Ada / }).click();
  await page.getByRole("menuitem", { name: "Help & Support" }).click();
  await page.waitForURL("/help");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(misses).toBe(2);
  await page.unrouteAll();

  await page.goto("/settings");
  await page.getByLabel("Name", { exact: true }).fill("Ada Unsaved");
  await product.stop();
  appendFileSync(join(folder, "dist", "index.html"), "<!-- another build -->");
  await restart();
  await page.getByRole("button", { name: "Save" }).click();
  await bar(page, /A new version of Clew is available/).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Ada Writes On");
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada Writes On");
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByLabel("Name", { exact: true }).waitFor();
  await bar(page, /A new version/).waitFor({ state: "detached" });
});

test("two tabs: signing out in one ends the other", async () => {
  const { page } = ada;
  const other = await page.context().newPage();
  await other.goto("/projects");
  await other.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: /^Ada / }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.waitForURL("/login");
  await other.waitForURL(/\/login/);
  await other.close();
});

test("a browser that keeps nothing: signing in works for as long as the page is open", async () => {
  const visitor = await visit(browser, { url: product.url });
  const { page } = visitor;
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
  });
  await signIn(page, { email: EMAIL, password: PASSWORD });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: /dark theme/ }).click();
  expect(visitor.complaints.filter((line) => !line.includes("SecurityError"))).toEqual([]);
  await visitor.close();
});
