/**
 * Opens each documentation page of the built Storybook and fails for an unreadable one: covered by a layer, in a language other than
 * that of the toolbar, with landmarks of more than one screen, or with an error. Prints how many snapshots Chromatic takes of one build,
 * and how many files of stories have none, and fails above the limits.
 *
 *     npm run build-storybook && node scripts/checkStorybook.ts [part of an id | --pictures]
 */
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { extname, join, normalize } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { chromiumArgs, findBrowser } from "./findBrowser.ts";

const BUILT = join(import.meta.dirname, "..", "storybook-static");
/** All pages of a browser share a thread. */
const BROWSER_CONCURRENCY = Math.min(4, availableParallelism());
/** Pages of each browser: one is drawn while another waits for its last story. */
const PAGE_CONCURRENCY = 3;
/** Snapshots of one build, which Chromatic charges one by one. */
const MAX_PICTURES = 2060;
/** Files of stories without a snapshot; the number may only fall. */
const MAX_FILES_WITHOUT_PICTURE = 7;
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

interface Entry {
  readonly id: string;
  readonly type: "docs" | "story";
  readonly importPath: string;
}

interface Chromatic {
  readonly disableSnapshot?: boolean;
  readonly modes?: Readonly<Record<string, unknown>>;
}

const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
  const file = join(BUILT, path);
  if (!file.startsWith(BUILT) || !existsSync(file)) return void response.writeHead(404).end();
  response.writeHead(200, {
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    "cache-control": "max-age=3600",
  });
  createReadStream(file).pipe(response);
});

/** Milliseconds until a page that Storybook switched to has failed. */
const SWITCH_TIMEOUT_MS = 60_000;

/** Loads Storybook with this page. */
async function load(page: Page, address: string, id: string): Promise<void> {
  await page.goto(`${address}/iframe.html?viewMode=docs&id=${id}&globals=theme:light;locale:en`);
}

/** Switches to the page as the sidebar does, for half of the processor time of loading Storybook again. */
async function switchTo(page: Page, id: string): Promise<void> {
  await page.evaluate(
    ([storyId, timeout]) =>
      new Promise<void>((resolve, reject) => {
        const { channel } = Reflect.get(window, "__STORYBOOK_PREVIEW__") as {
          channel: { once(event: string, listener: () => void): void; emit(event: string, selection: object): void };
        };
        channel.once("docsRendered", resolve);
        channel.emit("setCurrentStory", { storyId, viewMode: "docs" });
        setTimeout(() => reject(new Error("the page was not rendered")), timeout);
      }),
    [id, SWITCH_TIMEOUT_MS] as const,
  );
}

/** The problems of a documentation page; empty if there are none. What an earlier page may have caused is looked for again in a page that is loaded. */
async function faultsOf(page: Page, address: string, { id }: Entry): Promise<string[]> {
  const isLoaded = page.url().startsWith(address);
  const quick = isLoaded
    ? await faultsAfter(page, () => switchTo(page, id)).catch((error: unknown) => [String(error)])
    : [];
  return isLoaded && quick.length === 0 ? [] : faultsAfter(page, () => load(page, address, id));
}

/** The problems of the page that `open` opens. */
async function faultsAfter(page: Page, open: () => Promise<void>): Promise<string[]> {
  const errors: string[] = [];
  const onError = (error: Error): void => void errors.push(`error: ${error.message.split("\n")[0] ?? ""}`);
  page.on("pageerror", onError);
  try {
    return await describeFaults(page, open, errors);
  } finally {
    page.off("pageerror", onError);
  }
}

async function describeFaults(page: Page, open: () => Promise<void>, errors: readonly string[]): Promise<string[]> {
  await open();
  await page.waitForSelector("#storybook-docs:not([hidden]) .sbdocs-content");
  await untilDrawn(page);
  const seen = await page.evaluate(() => ({
    layers: document.querySelectorAll(".bp6-overlay-backdrop, .bp6-overlay-open, dialog[open]").length,
    mains: document.querySelectorAll("main").length,
    language: document.documentElement.lang,
  }));
  return [
    ...errors,
    ...(seen.layers > 0 ? [`${seen.layers} layers cover the page: set the parameters of .storybook/framed.ts`] : []),
    ...(seen.mains > 1
      ? [
          `${seen.mains} main landmarks: set the parameters of .storybook/framed.ts, or the tag "!autodocs" for a screen`,
        ]
      : []),
    ...(seen.language === "tr" ? ["a story in Turkish changed the language of the page"] : []),
  ];
}

/** Waits until every story on the page is rendered and nothing was added for half a second: stories render one after the other. */
async function untilDrawn(page: Page): Promise<void> {
  let before = -1;
  for (let round = 0; round < 60; round += 1) {
    const count = await page.evaluate(() =>
      document.querySelector(".sb-story .sb-loader") === null ? document.querySelectorAll("*").length : -1,
    );
    if (count >= 0 && count === before) return;
    before = count;
    await page.waitForTimeout(500);
  }
}

interface PictureCounts {
  readonly stories: number;
  readonly pictures: number;
  /** Files of which no story has a snapshot. */
  readonly without: readonly string[];
}

/** Snapshots of one build: one for each story and mode that is not disabled. */
async function countPictures(page: Page, address: string, entries: Record<string, Entry>): Promise<PictureCounts> {
  await page.goto(`${address}/iframe.html?viewMode=docs&id=introduction--docs`);
  await page.waitForFunction(() => "__STORYBOOK_PREVIEW__" in window);
  const parameters = await page.evaluate(async () => {
    const preview = Reflect.get(window, "__STORYBOOK_PREVIEW__") as {
      ready: () => Promise<void>;
      extract: () => Promise<Record<string, { parameters: { chromatic?: unknown } }>>;
    };
    await preview.ready();
    return Object.entries(await preview.extract()).map(([id, { parameters }]) => [id, parameters.chromatic ?? {}]);
  });
  const byFile = new Map<string, number>();
  for (const [id, { disableSnapshot, modes }] of parameters as [string, Chromatic][]) {
    const file = entries[id]?.importPath ?? id;
    const shown = Object.values(modes ?? {}).filter((mode) => !isOff(mode)).length;
    byFile.set(file, (byFile.get(file) ?? 0) + (disableSnapshot === true ? 0 : Math.max(1, shown)));
  }
  return {
    stories: parameters.length,
    pictures: [...byFile.values()].reduce((sum, count) => sum + count, 0),
    without: [...byFile].flatMap(([file, count]) => (count === 0 ? [file] : [])).toSorted(),
  };
}

const isOff = (mode: unknown): boolean =>
  typeof mode === "object" && mode !== null && Reflect.get(mode, "disable") === true;

async function check(browsers: readonly Browser[], address: string): Promise<number> {
  const { entries } = JSON.parse(readFileSync(join(BUILT, "index.json"), "utf8")) as { entries: Record<string, Entry> };
  const part = process.argv[2] ?? "";
  const docs = Object.values(entries).filter(
    ({ type, id }) => type === "docs" && part !== "--pictures" && id.includes(part),
  );
  const queue = [...docs];
  let broken = 0;
  const empty = async (page: Page): Promise<void> => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const faults = await faultsOf(page, address, entry).catch((error: unknown) => [String(error)]);
      if (faults.length > 0) broken += 1;
      for (const fault of faults) console.log(`✗ ${entry.id}: ${fault}`);
    }
  };
  const contexts = await Promise.all(browsers.map(openContext));
  const pages = await Promise.all(
    contexts.flatMap((context) => Array.from({ length: PAGE_CONCURRENCY }, () => context.newPage())),
  );
  await Promise.all(pages.map(empty));
  const [page] = pages;
  if (!page) throw new Error("There is no browser.");
  const counts = await countPictures(page, address, entries);
  const { stories, pictures, without } = counts;
  console.log(
    `${docs.length} pages of documentation, ${broken} broken; ${stories} stories, ${pictures} pictures a build, ` +
      `${without.length} files without one`,
  );
  return broken + faultsOfPictures(counts);
}

/** One context for all pages of a browser, so that they share a cache. */
const openContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });

/** Says which limits are passed, and returns their number. */
function faultsOfPictures({ pictures, without }: PictureCounts): number {
  const faults = [
    ...(pictures > MAX_PICTURES ? [`a build may take ${MAX_PICTURES} pictures: see .storybook/modes.ts`] : []),
    ...(without.length > MAX_FILES_WITHOUT_PICTURE
      ? [
          `${MAX_FILES_WITHOUT_PICTURE} files may have no picture: give the main state \`lightPicture\`\n${without.join("\n")}`,
        ]
      : []),
  ];
  for (const fault of faults) console.log(`✗ ${fault}`);
  return faults.length;
}

server.listen(0, "127.0.0.1", () => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  void (async () => {
    const launch = () => chromium.launch({ executablePath: findBrowser(), args: [...chromiumArgs] });
    const browsers = await Promise.all(Array.from({ length: BROWSER_CONCURRENCY }, launch));
    try {
      process.exitCode = (await check(browsers, address)) > 0 ? 1 : 0;
    } finally {
      await Promise.all(browsers.map((browser) => browser.close()));
      server.close();
    }
  })();
});
