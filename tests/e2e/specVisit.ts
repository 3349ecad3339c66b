import type { Browser, Page } from "playwright-core";
import { vi } from "vitest";
import { openPage } from "./browser.ts";
import { TOKEN } from "./specHost.ts";

export interface SpecVisit {
  readonly page: Page;
  /** Exceptions of scripts since the start, without failed calls. */
  readonly thrown: string[];
  close(): Promise<void>;
}

export interface SpecVisitOptions {
  /** Default: a signed-in user. */
  readonly storage?: Readonly<Record<string, string>>;
  readonly locale?: string;
}

export const SIGNED_IN = { authToken: TOKEN } as const;

/** A visitor with exactly this local storage, like a returning user. */
export async function specVisit(
  browser: Browser,
  url: string,
  { storage = SIGNED_IN, locale = "en-GB" }: SpecVisitOptions = {},
): Promise<SpecVisit> {
  const context = await browser.newContext({
    baseURL: url,
    locale,
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })) }],
    },
  });
  const page = await openPage(context, 20_000);
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(String(error)));
  return { page, thrown, close: () => context.close() };
}

/** Waits until the address is this path. */
export const arrives = (page: Page, path: string): Promise<void> =>
  page.waitForURL((url) => url.pathname === path, { timeout: 60_000 });

/** Opens an address and waits until the app has rendered its target. */
export async function open(page: Page, path: string): Promise<string> {
  await page.goto(path);
  await page.getByRole("main").getByRole("heading").first().waitFor();
  return new URL(page.url()).pathname;
}

export const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));

/** Waits for a condition; the browser and the host are other processes. */
export const until = (check: () => void | Promise<void>, timeout = 60_000): Promise<void> =>
  vi.waitFor(check, { timeout, interval: 25 });
