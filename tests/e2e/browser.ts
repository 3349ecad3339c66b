import axe, { type AxeResults, type Result, type RunOptions } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { chromiumArgs, findBrowser } from "../../scripts/findBrowser.ts";

export type Theme = "light" | "dark";

export const launchBrowser = (): Promise<Browser> => {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("There is no browser. `npm test` finds or installs one.");
  return chromium.launch({ executablePath, args: [...chromiumArgs] });
};

/** The pages of all visitors of this process. */
export const openPages = new Set<Page>();

/** A page of a new visitor, until it is closed. */
export async function openPage(context: BrowserContext, timeoutMs: number): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  openPages.add(page);
  page.on("close", () => openPages.delete(page));
  return page;
}

export interface Visitor {
  readonly page: Page;
  /** Exceptions of the page's scripts and console errors since the start. */
  readonly complaints: string[];
  close(): Promise<void>;
}

export interface VisitorOptions {
  readonly url: string;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
}

/** A new visitor: own storage, own cookies, nothing cached. */
export async function visit(
  browser: Browser,
  { url, theme = "light", width = 1280, height = 800 }: VisitorOptions,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  await context.addInitScript((chosen) => {
    if (localStorage.getItem("theme") === null) localStorage.setItem("theme", chosen);
  }, theme);
  const page = await openPage(context, 60_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    // The browser logs each failed request; the test decides whether it was expected.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  return { page, complaints, close: () => context.close() };
}

/**
 * A resized element is notified in the next frame, and only then becomes focusable for scrolling: waits for two frames and
 * their callbacks. A headless browser may render no frame when nothing changes, so the wait is bounded.
 */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
        setTimeout(resolve, 5000);
      }),
  );

/** The rules of axe that a theme can break; all others give the same answer in both themes. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * The violations that axe reports on the current page: rule, target and fix, one line each.
 * @param rules ids of the rules to check; all when left out
 */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await drawn(page);
  // Half a megabyte: once for each document, and not for each check of it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
  };
  const { violations } = await page.evaluate(
    (given): Promise<AxeResults> => (window as typeof window & { axe: typeof axe }).axe.run(document, given),
    options,
  );
  return violations.flatMap((violation: Result) =>
    violation.nodes.map(
      ({ target, failureSummary }) => `${violation.id} ${target.join(" ")}: ${failureSummary ?? violation.help}`,
    ),
  );
}

/**
 * By how many pixels the page is wider than its window; 0 if it does not scroll horizontally. A popover takes its new place some frames
 * after the window's width has changed, so a page that is too wide has two seconds to settle.
 */
export async function overflow(page: Page): Promise<number> {
  await drawn(page);
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, undefined, {
      timeout: 2000,
    })
    .catch(() => undefined);
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}
