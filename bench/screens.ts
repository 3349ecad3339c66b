/**
 * How fast do screens feel? For each screen of the demo, in the built app and a real browser:
 *
 * - `click`: milliseconds from a click on a link of the app to the frame that shows the content (the screen's heading, no placeholder),
 *   after a warm-up. Its ratio to the same click on the help page, which asks the server nothing, is the figure to keep.
 * - `shift`: the layout shift of a cold load of the address, and of the click, by the definition of the browser (0: nothing moved).
 *   A shift after a click counts here, although the browser's own sum leaves it out.
 *
 *     npm run build && node bench/screens.ts [--rounds 10] [--throttle 1] [--width 1280] [--only /insights]
 */
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import { chromiumArgs, findBrowser } from "../scripts/findBrowser.ts";
import { startServerProcess } from "../scripts/startServerProcess.ts";
import { openDemoPage } from "./openDemoPage.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    throttle: { type: "string", default: "1" },
    width: { type: "string", default: "1280" },
    only: { type: "string", default: "" },
  },
});
const ROUNDS = Number(options.rounds);
const BASELINE = "/help";
const TERN = "/projects/tern";
const SCREENS = [
  BASELINE,
  "/",
  "/projects",
  "/insights",
  "/notifications",
  TERN,
  `${TERN}/search?q=courier`,
  `${TERN}/issues`,
  `${TERN}/requests`,
  `${TERN}/code`,
  `${TERN}/code/tern/-/src/plan/assignCouriers.ts`,
  `${TERN}/documents`,
  `${TERN}/experts`,
  `${TERN}/insights`,
  `${TERN}/sources`,
  `${TERN}/people`,
  `${TERN}/settings`,
  "/settings/profile",
  "/settings/integrations",
  "/settings/company",
  "/settings/health",
].filter((path) => path === BASELINE || path.includes(options.only));

/** Added to each page before its scripts: collects layout shifts, and measures a click. */
function instrument(): void {
  const state = { shifts: [] as { value: number; of: string }[] };
  const nameOf = (node: Node | null): string =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className.toString().split(" ")[0] ?? ""}` : "";
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly sources: readonly { readonly node: Node | null }[];
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[])
      state.shifts.push({ value: entry.value, of: entry.sources.map(({ node }) => nameOf(node)).join(" ") });
  }).observe({ type: "layout-shift", buffered: true });
  const hasContent = (path: string): boolean => {
    const main = document.querySelector("main");
    return (
      location.pathname + location.search === path &&
      main?.querySelector("h1, h2, h3") != null &&
      main.querySelector(".bp6-skeleton") === null
    );
  };
  Object.assign(window, {
    clewShifts: () => state.shifts.splice(0),
    clewClick: (path: string) =>
      new Promise<number>((resolve) => {
        const link = document.createElement("a");
        link.href = path;
        document.querySelector("main")?.append(link);
        const start = performance.now();
        link.click();
        const frame = (): void => {
          if (hasContent(path)) resolve(performance.now() - start);
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
  });
}
declare const clewShifts: () => { value: number; of: string }[];
declare const clewClick: (path: string) => Promise<number>;

const click = async (page: Page, path: string): Promise<number> => {
  const ms = await page.evaluate((to) => clewClick(to), path);
  await page.waitForLoadState("networkidle");
  return ms;
};
const shifts = async (page: Page): Promise<{ value: number; of: string }> => {
  // A frame after the last answer: what it moves is reported then.
  await page.waitForTimeout(300);
  const layoutShifts = await page.evaluate(() => clewShifts());
  return {
    value: layoutShifts.reduce((sum, { value }) => sum + value, 0),
    of: layoutShifts.map(({ of }) => of).join("; "),
  };
};
const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;

const product = await startServerProcess({ env: { CLEW_DEMO: "on" } });
const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: [...chromiumArgs] });
try {
  const page = await openDemoPage(browser, product, { width: Number(options.width), init: instrument });

  const cold = new Map<string, { value: number; of: string }>();
  for (const path of SCREENS) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    cold.set(path, await shifts(page));
  }
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: Number(options.throttle) });
  const times = new Map<string, number[]>(SCREENS.map((path) => [path, []]));
  const clicked = new Map<string, { value: number; of: string }>();
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const path of SCREENS) {
      await shifts(page);
      const ms = await click(page, path);
      if (round >= 0) times.get(path)?.push(ms);
      const moved = await shifts(page);
      if (round >= 0 && moved.value > (clicked.get(path)?.value ?? -1)) clicked.set(path, moved);
    }
  }
  const baseline = at(times.get(BASELINE) ?? [], 0.5);
  console.log(`${"screen".padEnd(48)}  click p50  p95 ms  / help  shift cold  clicked`);
  for (const path of SCREENS) {
    const measured = times.get(path) ?? [];
    const [before, after] = [cold.get(path), clicked.get(path)];
    const cells = [
      at(measured, 0.5).toFixed(0).padStart(9),
      at(measured, 0.95).toFixed(0).padStart(6),
      (at(measured, 0.5) / baseline).toFixed(1).padStart(6),
      (before?.value ?? 0).toFixed(4).padStart(10),
      (after?.value ?? 0).toFixed(4).padStart(7),
    ];
    console.log(
      path.padEnd(48),
      ...cells,
      [before, after].map((measurement) => measurement?.of.slice(0, 100) ?? "").join(" | "),
    );
  }
} finally {
  await browser.close();
  await product.stop();
}
