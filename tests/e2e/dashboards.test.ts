import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import { launchBrowser, overflow, visit } from "./browser.ts";
import { signIn } from "./signIn.ts";
import { startDemoServer } from "./startDemoServer.ts";
import { waitForSync, WITH_SYNC_MS } from "./waitForSync.ts";

let product: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemoServer(), launchBrowser()]);
}, WITH_SYNC_MS);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const titles = (page: Page): Promise<string[]> => page.getByRole("heading", { level: 2 }).allInnerTexts();

test(
  "a dashboard is built from a template, arranged by keys, shared, and seen by a second user",
  async () => {
    const [mira, tomas] = [
      await visit(browser, { url: product.url }),
      await visit(browser, { url: product.url, width: 360 }),
    ];
    const { page } = mira;
    await signIn(page, { email: "mira@clew.example", password: "follow-the-thread" });
    await waitForSync(page, "tern");
    await page.goto("/dashboards");
    // That of the demo.
    await page.getByRole("link", { name: "Delivery" }).waitFor();
    await page.getByRole("button", { name: "New dashboard" }).click();
    await page.getByLabel("Name").fill("Weekly");
    await page.getByLabel("Begin with").selectOption("triage");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/\/dashboards\/[^/]+$/);
    // Its lists are of all projects until one is chosen.
    await page.getByRole("listitem").getByText("Clew", { exact: true }).first().waitFor();
    await page.goto(`${page.url()}?project=tern`);
    await page.getByRole("heading", { name: "Oldest open issues" }).waitFor();
    await page.getByRole("listitem").getByRole("link").first().waitFor();

    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Add card" }).click();
    await page.getByLabel("Kind").selectOption("text");
    await page.getByRole("textbox", { name: "Text" }).fill("Read **this** first");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Add card" }).click();
    await page.getByLabel("Kind").selectOption("person");
    const form = page.getByRole("dialog");
    await form.getByLabel("Project").selectOption("tern");
    await form.getByRole("option", { name: "Aiko Tanaka" }).waitFor({ state: "attached" });
    await form.getByLabel("Person").selectOption("Aiko Tanaka");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("link", { name: "Aiko Tanaka" }).waitFor();
    const handle = page.getByRole("button", { name: "Move Note", exact: true });
    await handle.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowUp");
    await page
      .getByRole("status")
      .filter({ hasText: /^Note: column 1, row 1,/ })
      .waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    await page.reload();
    await page.getByText("this", { exact: true }).waitFor();
    expect((await titles(page))[0]).toBe("Note");

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Name and sharing" }).click();
    await page.getByLabel("Who may see it").selectOption("read");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await signIn(tomas.page, { email: "tomas@clew.example", password: "out-of-the-maze" });
    await tomas.page.goto("/dashboards");
    await tomas.page.getByRole("link", { name: "Weekly" }).click();
    await tomas.page.getByText("this", { exact: true }).waitFor();
    expect((await titles(tomas.page))[0]).toBe("Note");
    expect(await tomas.page.getByRole("button", { name: "Edit" }).count()).toBe(0);
    expect(await overflow(tomas.page)).toBe(0);
    expect([...mira.complaints, ...tomas.complaints]).toEqual([]);
    await mira.close();
    await tomas.close();
  },
  WITH_SYNC_MS,
);
