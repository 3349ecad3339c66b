import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../../scripts/startServerProcess.ts";
import { accessibilityFaults, launchBrowser, overflow, type Theme, visit, type Visitor } from "./browser.ts";
import { makeRepository } from "./makeRepository.ts";
import { waitForSync, WITH_SYNC_MS } from "./waitForSync.ts";

let scratch: string;
let product: ServerProcess;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "clew-e2e-"));
  makeRepository(join(scratch, "loom"), [
    { message: "Start with a loom", files: { "README.md": "# Loom\n", "src/weave.ts": "export const weave = 1;\n" } },
    {
      message: "Unravel threads",
      files: {
        "src/unravelThread.ts":
          "/** Takes a knotted thread apart. */\nexport function unravelThread(knot: string): string {\n  return knot;\n}\n",
      },
    },
  ]);
  [product, browser] = await Promise.all([
    startServerProcess({ env: { CLEW_ALLOWED_PATHS: scratch, CLEW_DEMO: "on" } }),
    launchBrowser(),
  ]);
  visitor = await visit(browser, { url: product.url });
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function signIn(on: Page, { email, password } = product.person()): Promise<void> {
  await on.goto("/login");
  await on.getByLabel("Email").fill(email);
  await on.getByLabel("Password", { exact: true }).fill(password);
  await on.getByRole("button", { name: "Sign in" }).click();
}

const heading = (name: string | RegExp) => page.getByRole("heading", { name }).first();

describe("a stranger", () => {
  test("is redirected to the sign-in, and a message reports a wrong password", async () => {
    await page.goto("/projects?q=loom");
    await heading("Sign in").waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    await signIn(page, { ...product.person(), password: "not the password" });
    await page
      .getByRole("alert")
      .filter({ hasText: /password/i })
      .first()
      .waitFor();
  });

  test("signs in with what the server printed and sees the demo's project", async () => {
    await signIn(page);
    await page.waitForURL("/");
    await page.getByRole("link", { name: "Clew", exact: true }).first().waitFor();
    expect(await page.title()).toMatch(/Clew/);
  });
});

describe("the project list", () => {
  test("filters by name and keeps the filter in the address", async () => {
    await page.goto("/projects");
    await page.getByRole("link", { name: "Clew", exact: true }).first().waitFor();
    await page.getByLabel("Search by name").fill("no such project");
    await page.getByText("No project matches this filter").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await page.getByRole("link", { name: "Clew", exact: true }).first().waitFor();
  });
});

describe("a user's own repository", () => {
  test("is linked by the wizard, synced while one looks on, and found by the search", async () => {
    await page.goto("/wizard");
    await page.getByLabel("Project name").fill("Loom");
    await page.getByRole("button", { name: "Next" }).click();
    await heading("Which repositories belong to it?").waitFor();
    await page.getByLabel("Provider").selectOption({ label: "Git" });
    await page.getByLabel("URL").fill(join(scratch, "loom"));
    await page.getByRole("button", { name: "Validate" }).click();
    await page.getByText("can be linked").waitFor();
    await page.getByRole("button", { name: "Add repository" }).click();
    await page.getByRole("button", { name: "Next" }).click();
    await heading("Where are its issues?").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await heading("Where is its documentation?").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await heading("Who works on it?").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Create and sync" }).click();
    await page.waitForURL(/\/projects\/loom/);
    await page.getByRole("combobox", { name: "Search this project" }).fill("unravel thread");
    await page.getByRole("combobox", { name: "Search this project" }).press("Enter");
    // The page follows the sync by itself: nothing is reloaded here.
    await page.getByText(/^loom: synced/).waitFor({ timeout: 100_000 });
    await page.getByText("unravelThread.ts").first().waitFor();
  });

  test("is read from a result of the search: the file, who wrote its lines, and a permalink", async () => {
    await page.goto("/projects/loom?q=unravelThread");
    await page
      .getByRole("link", { name: /unravelThread/ })
      .first()
      .click();
    await page.waitForURL(/\/projects\/loom\/code\/loom\/-\/src\/unravelThread\.ts/);
    await page.getByText("Takes a knotted thread apart.").first().waitFor();
    await page.getByRole("link", { name: "Blame" }).click();
    await page.getByRole("link", { name: "Unravel threads" }).first().waitFor();
    await page.keyboard.press("y");
    await page.waitForURL(/[?&]rev=[0-9a-f]{40}/);
    // The address ends like a file, and the server answers it with the app.
    await page.reload();
    await page.getByText("Takes a knotted thread apart.").first().waitFor();
  });

  test("outside of what the operator allows is refused in words", async () => {
    await page.goto("/wizard");
    await page.getByLabel("Project name").fill("Elsewhere");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Provider").selectOption({ label: "Git" });
    await page.getByLabel("URL").fill(tmpdir());
    await page.getByRole("button", { name: "Validate" }).click();
    await page.getByText("This server does not read that path").waitFor();
  });
});

describe("an issue of the demo", () => {
  test("shows where in the code it belongs", { timeout: WITH_SYNC_MS }, async () => {
    await waitForSync(page, "clew");
    await page.goto("/projects/clew/issues?state=closed&q=camelCase");
    await page
      .getByRole("link", { name: /camelCase names cannot be found/ })
      .first()
      .click();
    await heading(/camelCase names cannot be found/).waitFor();
    await heading(/server\/index\/text\/tokenize\.ts/).waitFor();
    await page.getByText("server/index/text/tokenize.ts").first().waitFor();
  });
});

describe("a request of the demo", () => {
  test(
    "is found in the list, and leads to its thread, its changes and its issue",
    { timeout: WITH_SYNC_MS },
    async () => {
      await waitForSync(page, "tern");
      await page.goto("/projects/tern/requests?state=merged");
      await page.getByRole("link", { name: /when the courier is ten minutes away/ }).click();
      await page.waitForURL("/projects/tern/requests/59");
      await heading(/when the courier is ten minutes away/).waitFor();
      await page.getByText("Which test covers this?").waitFor();
      await page.getByRole("link", { name: "Changes", exact: true }).click();
      await page
        .getByText(/changed files?/)
        .first()
        .waitFor();
      await page.goBack();
      await page.getByRole("link", { name: /^#26 / }).first().click();
      await page.waitForURL("/projects/tern/issues/26");
      await page.getByRole("link", { name: /^#59 / }).waitFor();
    },
  );
});

describe("a wiki of the demo", () => {
  test(
    "is found by the search, stays in the app from page to page, and shows what the code no longer has",
    { timeout: WITH_SYNC_MS },
    async () => {
      await waitForSync(page, "tern");
      await page.goto("/projects/tern?q=handbook");
      await page.getByRole("link", { name: "Tern handbook", exact: true }).first().click();
      await page.waitForURL(/\/documents\?/);
      await page.getByRole("link", { name: "A phone sends nothing any more", exact: true }).click();
      await heading("A phone sends nothing any more").waitFor();
      await page.getByText("1 outdated name").waitFor({ timeout: 60_000 });
      await page.getByText("refactor(sync): the queue of the phones is named for what it is").waitFor();
      await page.getByText("3 versions").waitFor();
    },
  );
});

describe("an address that does not exist", () => {
  test.for(["/no/such/page", "/projects/no-such-project"])("%s shows the not-found screen", async (path) => {
    await page.goto(path);
    await heading("Page not found").waitFor();
  });
});

const SCREENS = [
  "/",
  "/projects",
  "/wizard",
  "/projects/clew",
  "/projects/clew?q=token",
  "/projects/clew/issues",
  "/settings",
  "/help",
  "/support",
  "/404",
];

describe.for<Theme>(["light", "dark"])("in %s", (theme) => {
  let other: Visitor;
  beforeAll(async () => {
    other = await visit(browser, { url: product.url, theme });
  });
  afterAll(() => other?.close());

  test("the sign-in has no fault for assistive tools", async () => {
    await other.page.goto("/login");
    await other.page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await accessibilityFaults(other.page)).toEqual([]);
    await signIn(other.page);
    await other.page.waitForURL("/");
  });

  const look = async (): Promise<void> => {
    await other.page.getByRole("main").getByRole("heading", { level: 1 }).first().waitFor();
    await other.page.waitForLoadState("networkidle");
    expect(await accessibilityFaults(other.page)).toEqual([]);
    await other.page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(other.page)).toBe(0);
    expect(await accessibilityFaults(other.page)).toEqual([]);
    await other.page.setViewportSize({ width: 1280, height: 800 });
  };

  test.for(SCREENS)("%s has no fault for assistive tools, and fits a phone", async (path) => {
    await other.page.goto(path);
    await look();
  });

  test("an issue has no fault for assistive tools, and fits a phone", async () => {
    await other.page.goto("/projects/clew/issues?state=closed&q=camelCase");
    await other.page
      .getByRole("link", { name: /camelCase names cannot be found/ })
      .first()
      .click();
    await other.page.getByText("server/index/text/tokenize.ts").first().waitFor();
    await look();
  });
});

test("the server is still there", () => {
  expect(product.printed()).not.toContain("The server ended");
});

test("no script reported an error, except for calls that the test made fail", () => {
  expect(visitor.complaints.filter((line) => !/^(?:GET|POST) \S+ failed: 40[04]$/.test(line))).toEqual([]);
});
