// `npm run pictures`: takes the pictures of docs/guide/tour.md from the product with its demo, in both themes, as WebP.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { chromiumArgs, findBrowser } from "./findBrowser.ts";
import { startServerProcess } from "./startServerProcess.ts";

/** The pages of the tour; each is taken once its text is there. */
const PICTURES: readonly { readonly name: string; readonly path: string; readonly text: string }[] = [
  { name: "overview", path: "/projects/tern", text: "Risks" },
  { name: "search", path: "/projects/tern?q=offline+queue", text: "Why this rank" },
  { name: "issues", path: "/projects/tern/issues", text: "crash" },
  { name: "issue", path: "/projects/tern/issues/35", text: "src/sync/offlineQueue.ts" },
  { name: "experts", path: "/projects/tern/experts", text: "Likely to fix it" },
  { name: "insights", path: "/projects/tern/insights", text: "In short" },
  { name: "documents", path: "/projects/tern/documents", text: "Decision: the phone may be right" },
  { name: "sources", path: "/projects/tern/sources", text: "Compare now" },
];
/** Quality of the pictures, of 100; small text is still sharp. */
const QUALITY = 62;
const WAIT_MS = 60_000;

const folder = join(dirname(import.meta.dirname), "docs", "guide", "pictures");
const executablePath = findBrowser();
if (!executablePath) {
  console.error("There is no browser: set CHROMIUM_PATH, or run `npm test`, which finds or installs one.");
  process.exit(1);
}

async function take(page: Page, name: string, theme: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  const bytes = Buffer.from(data, "base64");
  writeFileSync(join(folder, `${name}.${theme}.webp`), bytes);
  console.log(`${name}.${theme}.webp: ${Math.round(bytes.length / 1000)} kB`);
}

async function signIn(
  context: BrowserContext,
  { email, password }: { email: string; password: string },
): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/");
  return page;
}

mkdirSync(folder, { recursive: true });
const product = await startServerProcess({ env: { CLEW_DEMO: "on" } });
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
try {
  for (const theme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1280, height: 800 },
      locale: "en-GB",
      reducedMotion: "reduce",
      colorScheme: theme,
    });
    await context.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    const page = await signIn(context, product.person());
    await page.goto("/projects/tern?q=queue");
    await page
      .getByText(/: synced/)
      .nth(1)
      .waitFor();
    await page.getByRole("button", { name: "Close" }).first().click();
    for (const { name, path, text } of PICTURES) {
      await page.goto(path);
      await page.getByText(text).first().waitFor();
      await take(page, name, theme);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
