import type { Page } from "playwright-core";

/** Milliseconds of a first sync: two files sync the demo on the same two cores. */
export const LIMIT_MS = 240_000;
/** For a test that waits for one sync and then does what another test does, milliseconds. */
export const WITH_SYNC_MS = LIMIT_MS + 120_000;

/** The sources of each project of the demo: repository and tracker, and the wiki of Tern. */
export const SOURCES = { clew: 2, tern: 3 };

/** Opens results of a project of the demo, which tell when each source was synced, and waits until each of its sources is synced. */
export async function waitForSync(page: Page, project: keyof typeof SOURCES): Promise<void> {
  await page.goto(`/projects/${project}/search?q=test`);
  await page
    .getByText(/: synced/)
    .nth(SOURCES[project] - 1)
    .waitFor({ timeout: LIMIT_MS });
}
