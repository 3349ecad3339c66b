import type { Browser, Page } from "playwright-core";
import type { startServerProcess } from "../scripts/startServerProcess.ts";

/**
 * Signs in to the demo and waits until its sources are synced.
 * @param init runs in each document before the app
 */
export async function openDemoPage(
  browser: Browser,
  product: Awaited<ReturnType<typeof startServerProcess>>,
  { width, init }: { readonly width: number; readonly init: () => void },
): Promise<Page> {
  const { email, password } = product.person();
  const page = await browser.newPage({ baseURL: product.url, viewport: { width, height: 800 }, locale: "en-GB" });
  await page.addInitScript(init);
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/");
  await page.goto("/projects/tern/search?q=courier");
  await page
    .getByText(/: synced/)
    .nth(2)
    .waitFor({ timeout: 300_000 });
  return page;
}
