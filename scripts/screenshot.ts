// `npm run screenshot`: starts the product with its demo, signs in and takes the screenshot of the README.
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumArgs, findBrowser } from "./findBrowser.ts";
import { startServerProcess } from "./startServerProcess.ts";

const file = join(dirname(import.meta.dirname), "docs", "screenshot.png");
const executablePath = findBrowser();
if (!executablePath) {
  console.error("There is no browser: set CHROMIUM_PATH, or run `npm test`, which finds or installs one.");
  process.exit(1);
}

const product = await startServerProcess();
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
try {
  const { email, password } = product.person();
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  await context.addInitScript(() => localStorage.setItem("theme", "light"));
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/");
  await page.goto("/projects/tern?q=queue");
  await page
    .getByText(/: synced/)
    .nth(1)
    .waitFor({ timeout: 120_000 });
  await page.goto("/projects/tern/issues?q=nothing+any+more");
  await page
    .getByRole("link", { name: /my phone sends nothing any more/ })
    .first()
    .click();
  await page.getByText("src/sync/offlineQueue.ts").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Close" }).first().click();
  await page.screenshot({ path: file, animations: "disabled" });
  console.log(`Written: ${file}`);
} finally {
  await browser.close();
  await product.stop();
}
