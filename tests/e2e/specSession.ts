import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { launchBrowser } from "./browser.ts";
import { SpecHost } from "./specHost.ts";
import { SIGNED_IN, specVisit, type SpecVisit } from "./specVisit.ts";

export interface SpecSession {
  /** Reset to the initial state before each test. */
  readonly host: SpecHost;
  /** A new visitor with this local storage; default: a signed-in user. The visit ends with the test and fails if a script threw. */
  comeAs(storage?: Readonly<Record<string, string>>): Promise<void>;
}

/** A host that implements only the specification, and a browser, for the tests of one file. `onVisit` receives the page of each visitor. */
export function specSession(onVisit: (page: Page) => void): SpecSession {
  const host = new SpecHost();
  let browser: Browser | undefined;
  let url = "";
  let visit: SpecVisit | undefined;
  beforeAll(async () => {
    [browser, url] = await Promise.all([launchBrowser(), host.start()]);
  });
  afterAll(async () => {
    await browser?.close();
    await host.stop();
  });
  beforeEach(() => host.reset());
  afterEach(async () => {
    const { thrown = [] } = visit ?? {};
    await visit?.close();
    visit = undefined;
    if (thrown.length > 0) throw new Error(`The page's scripts threw: ${thrown.join("\n")}`);
  });
  return {
    host,
    comeAs: async (storage = SIGNED_IN) => {
      if (!browser) throw new Error("The browser is not there yet.");
      visit = await specVisit(browser, url, { storage });
      onVisit(visit.page);
    },
  };
}
