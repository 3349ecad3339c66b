import { afterEach } from "vitest";
import { openPages } from "./browser.ts";

/** Characters of a page that are enough to see which state it is in. */
const MOST_TEXT = 2000;

/* A failed test prints what its pages show: the message of a timeout alone does not say what was there instead. */
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const page of openPages) {
    if (page.isClosed()) continue;
    const text = await page
      .locator("body")
      .innerText({ timeout: 5000 })
      .catch((error: unknown) => String(error));
    process.stderr.write(`\n${task.name}: ${page.url()} shows\n${text.slice(0, MOST_TEXT)}\n\n`);
  }
});
