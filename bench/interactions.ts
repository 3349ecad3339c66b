/**
 * How long does the app take for a key or a click, on a processor slowed four times? Built app, demo, a real browser:
 *
 * - `event`: milliseconds from the key or click to the next frame, by the Event Timing of the browser (in steps of 8 ms).
 * - `thread`: milliseconds of processor time of the page's main thread until two frames later, at full speed, times the slowdown. Other work
 *   on the machine does not change it.
 *
 *     npm run build && node bench/interactions.ts [--rounds 10] [--throttle 4] [--width 1280]
 */
import { parseArgs } from "node:util";
import { chromium, type CDPSession, type Page } from "playwright-core";
import { chromiumArgs, findBrowser } from "../scripts/findBrowser.ts";
import { startServerProcess } from "../scripts/startServerProcess.ts";
import { openDemoPage } from "./openDemoPage.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    throttle: { type: "string", default: "4" },
    width: { type: "string", default: "1280" },
  },
});
const ROUNDS = Number(options.rounds);
const THROTTLE = Number(options.throttle);
const TERN = "/projects/tern";
/** Milliseconds in which answers arrive and are rendered, so that the next key does not measure them. */
const SETTLE_MS = 400;

interface Interaction {
  readonly name: string;
  readonly path: string;
  /** Brings the page to where the interaction starts. */
  readonly start?: (page: Page) => Promise<void>;
  readonly act: (page: Page, round: number) => Promise<void>;
}

const letter = (page: Page, round: number): Promise<void> => page.keyboard.press("courier"[round % 7] ?? "c");
const focusField = (role: "combobox" | "searchbox") => (page: Page) =>
  page.getByRole("main").getByRole(role).first().focus();

const INTERACTIONS: readonly Interaction[] = [
  { name: "type: search of a project", path: `${TERN}/search?q=courier`, start: focusField("combobox"), act: letter },
  { name: "type: filter of issues", path: `${TERN}/issues`, start: focusField("searchbox"), act: letter },
  { name: "type: search of home", path: "/", start: focusField("combobox"), act: letter },
  {
    name: "sort: issues by title",
    path: `${TERN}/issues`,
    act: (page) => page.getByRole("columnheader").getByRole("button").nth(1).click(),
  },
  {
    name: "next row: issues",
    path: `${TERN}/issues`,
    start: (page) => page.keyboard.press("j"),
    act: (page) => page.keyboard.press("j"),
  },
  {
    name: "open and close a preview: issues",
    path: `${TERN}/issues`,
    start: (page) => page.keyboard.press("j"),
    act: (page) => page.keyboard.press("Space"),
  },
  {
    name: "next preview: issues",
    path: `${TERN}/issues`,
    start: async (page) => {
      await page.keyboard.press("j");
      await page.keyboard.press("Space");
    },
    act: (page) => page.keyboard.press("j"),
  },
  {
    name: "open and close a part: issue",
    path: `${TERN}/issues/71`,
    act: (page) => page.getByRole("button", { name: "Similar and duplicates", exact: true }).click(),
  },
];

/** Added to each page before its scripts: the durations of keys and clicks. */
function observeEvents(): void {
  const durations: number[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (/^(?:keydown|click)$/.test(entry.name)) durations.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  Object.assign(window, { clewEvents: () => durations.splice(0) });
}
declare const clewEvents: () => number[];

const threadMs = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
};
const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;

async function measure(page: Page, session: CDPSession, { path, start, act }: Interaction) {
  const [events, threads]: [number[], number[]] = [[], []];
  for (const rate of [1, THROTTLE]) {
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await start?.(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    // The first round loads code.
    for (let round = -1; round < ROUNDS; round += 1) {
      await page.waitForTimeout(SETTLE_MS);
      await page.evaluate(() => clewEvents());
      const before = await threadMs(session);
      await act(page, round + 1);
      await twoFrames(page);
      const after = await threadMs(session);
      await page.waitForTimeout(SETTLE_MS);
      const durations = await page.evaluate(() => clewEvents());
      if (round < 0) continue;
      if (rate === 1) threads.push((after - before) * THROTTLE);
      // An event of less than the least that the browser reports has no entry.
      else events.push(Math.max(0, ...durations));
    }
  }
  return { events, threads };
}

const product = await startServerProcess({ env: { CLEW_DEMO: "on" } });
const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: [...chromiumArgs] });
try {
  const page = await openDemoPage(browser, product, { width: Number(options.width), init: observeEvents });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  console.log(`${"interaction".padEnd(36)}  event p50   p95 ms  thread p50   p95 ms`);
  for (const interaction of INTERACTIONS) {
    const { events, threads } = await measure(page, session, interaction);
    const cells = [at(events, 0.5), at(events, 0.95), at(threads, 0.5), at(threads, 0.95)];
    console.log(interaction.name.padEnd(36), ...cells.map((ms) => ms.toFixed(0).padStart(9)));
  }
} finally {
  await browser.close();
  await product.stop();
}
