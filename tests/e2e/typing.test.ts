import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { type Chance, chanceOf } from "../fuzz/engine/mutate.ts";
import { issuePage, issueRows } from "../fixtures/issues.ts";
import { searchAnswer } from "../fixtures/search.ts";
import { specSession } from "./specSession.ts";
import { open, until } from "./specVisit.ts";
import { sampled } from "../wholeRun.ts";

/* The field and the request have the typed text, on a processor slowed four times, with late responses. */

let page: Page;
const { host, comeAs } = specSession((visited) => {
  page = visited;
});

const WORDS = sampled(
  "authentication refresh token expiry session renewal background worker queue retry backoff idempotency".split(" "),
  2,
  0,
);

/** Milliseconds between two keys: fast typing, and pauses that end a word. */
const GAPS = [35, 90, 60, 185, 40, 210, 75, 180, 50, 120];

async function slow(): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Types a word key by key and checks the value of the field once everything has settled. */
async function typed(word: string, seed: number): Promise<void> {
  let step = seed;
  for (const letter of word) {
    await page.keyboard.press(letter === " " ? "Space" : letter);
    await page.waitForTimeout(GAPS[step % GAPS.length] ?? 50);
    step += 1;
  }
}

const lastAsked = (call: string): string | null => host.made(call).at(-1)?.query.get("q") ?? null;

beforeEach(async () => {
  await comeAs();
  Object.assign(host.world.projects[0] ?? {}, {
    repositories: [
      {
        id: "r-1",
        provider: "github",
        url: "https://github.com/acme/atlas",
        name: "acme/atlas",
        default_branch: "main",
        visibility: "private",
        sync: {
          state: "ready",
          step: null,
          done: 1,
          total: 1,
          error: null,
          finished_at: "2026-02-20T10:00:00Z",
          items: 9,
        },
      },
    ],
  });
});

describe("the search of a project", () => {
  test("keeps each word", { timeout: 300_000 }, async () => {
    let calls = 0;
    host.answer("GET projects/atlas/search/", () => {
      calls += 1;
      return { json: searchAnswer(), after: (calls * 137) % 500 };
    });
    await open(page, "/projects/atlas/search");
    await slow();
    const field = page.getByRole("combobox", { name: /search/i }).first();
    const wrong: string[] = [];
    for (const [index, word] of WORDS.entries()) {
      await field.fill("");
      await field.focus();
      await typed(word, index);
      const value = await field.inputValue();
      if (value !== word) wrong.push(`${word}: ${value}`);
      await until(() => expect(new URL(page.url()).searchParams.get("q")).toBe(word));
      await until(() => expect(lastAsked("GET projects/atlas/search/")).toBe(word));
      expect(await field.inputValue()).toBe(word);
    }
    expect(wrong).toEqual([]);
  });

  test("back and forward bring the older and the newer text", async () => {
    host.answer("GET projects/atlas/search/", { json: searchAnswer(), after: 100 });
    await open(page, "/projects/atlas?q=first");
    await slow();
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = "/projects/atlas?q=second";
      link.textContent = "second";
      document.querySelector("main")?.append(link);
    });
    await page.getByRole("link", { name: "second", exact: true }).click();
    const field = page.getByRole("combobox", { name: /search/i }).first();
    await until(async () => expect(await field.inputValue()).toBe("second"));
    await field.focus();
    await page.keyboard.press("End");
    await typed(" third", 0);
    await until(() => expect(new URL(page.url()).searchParams.get("q")).toBe("second third"));
    await page.goBack();
    await until(async () => expect(await field.inputValue()).toBe("first"));
    await page.goForward();
    await until(async () => expect(await field.inputValue()).toBe("second third"));
  });
});

interface RobotField {
  readonly name: string;
  readonly path: string;
  /** Role of the field; the first one in the page, or in the dialog that `keys` opens. */
  readonly role: "searchbox" | "combobox";
  /** Opens the field. */
  readonly keys?: string;
  /** The call that has the text, and its parameter; omitted where the page filters by itself. */
  readonly asks?: { readonly call: string; readonly parameter: string; readonly json: object };
  /** The key that submits. */
  readonly submit?: "Enter";
}

const FIELDS: readonly RobotField[] = [
  {
    name: "search of a project",
    path: "/projects/atlas/search",
    role: "combobox",
    asks: { call: "GET projects/atlas/search/", parameter: "q", json: searchAnswer() },
  },
  {
    name: "search of all projects",
    path: "/",
    role: "combobox",
    submit: "Enter",
    asks: {
      call: "GET search/",
      parameter: "q",
      json: { took_ms: 1, total: 0, total_capped: false, results: [], projects: [], mistakes: [] },
    },
  },
  {
    name: "palette",
    path: "/projects",
    role: "combobox",
    keys: "Control+k",
    asks: { call: "GET go-to/", parameter: "q", json: { names: [], projects: [] } },
  },
  {
    name: "issues of a project",
    path: "/projects/atlas/issues",
    role: "searchbox",
    asks: {
      call: "GET projects/atlas/issues/",
      parameter: "q",
      json: issuePage({ next: null, results: issueRows(3) }),
    },
  },
  {
    name: "people of a project",
    path: "/projects/atlas/people",
    role: "searchbox",
    asks: { call: "GET persons/", parameter: "q", json: [] },
  },
  { name: "list of projects", path: "/projects", role: "searchbox" },
];

/** Presses random keys as a person would and returns the text that they make. */
async function typeRandomly(chance: Chance): Promise<string> {
  let text = "";
  let caret = 0;
  const letters = "abcçdefgğhıiklmnoöprsştuüvyz0123456789-_./ ".split("");
  for (let step = 0; step < 30; step += 1) {
    const kind = chance.below(10);
    if (kind === 0 && caret > 0) {
      await page.keyboard.press("Backspace");
      text = text.slice(0, caret - 1) + text.slice(caret);
      caret -= 1;
    } else if (kind === 1 && caret > 0) {
      await page.keyboard.press("ArrowLeft");
      caret -= 1;
    } else if (kind === 2) {
      await page.keyboard.press("End");
      caret = text.length;
    } else {
      const letter = chance.pick(letters);
      await page.keyboard.insertText(letter);
      text = text.slice(0, caret) + letter + text.slice(caret);
      caret += 1;
    }
    await page.waitForTimeout(chance.pick([0, 15, 40, 90, 190, 260]));
  }
  return text;
}

const SEEDS = sampled([1, 2], 2, 0);

describe("a robot types at random while answers are late", () => {
  test.each(FIELDS)(
    "$name: the field and the last request have what was typed",
    { timeout: 180_000 },
    async (field) => {
      const { path, role, keys, asks, submit } = field;
      let delays = chanceOf(0);
      if (asks) host.answer(asks.call, () => ({ json: asks.json, after: delays.below(600) }));
      await open(page, path);
      await slow();
      if (keys !== undefined) await page.keyboard.press(keys);
      const input = (keys === undefined ? page.getByRole("main") : page.getByRole("dialog")).getByRole(role).first();
      await input.waitFor();
      /** Null where the page filters without a call. */
      const lastText = (): string | null =>
        asks ? (host.made(asks.call).at(-1)?.query.get(asks.parameter)?.trim() ?? "") : null;
      for (const seed of SEEDS) {
        delays = chanceOf(seed * 7919);
        await input.fill("");
        await input.focus();
        const text = await typeRandomly(chanceOf(seed));
        expect(await input.inputValue(), `seed ${seed}`).toBe(text);
        if (submit) await page.keyboard.press(submit);
        await until(() => expect(lastText() ?? text.trim(), `seed ${seed}`).toBe(text.trim()));
        // Late answers have arrived by then.
        await page.waitForTimeout(700);
        expect(await input.inputValue(), `seed ${seed}`).toBe(text);
      }
    },
  );
});

test("the palette opens with what was typed before the app was loaded", async () => {
  host.answer("GET go-to/", { json: { names: [], projects: [] } });
  const loaded = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  void page.goto("/projects", { waitUntil: "commit" });
  await page.waitForFunction(() => "clewEarlyKeys" in window);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("renewx");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("al");
  loaded.resolve();
  const field = page.getByRole("dialog").getByRole("combobox");
  await field.waitFor();
  await page.keyboard.type(" of");
  await until(async () => expect(await field.inputValue()).toBe("renewal of"));
  await until(() => expect(lastAsked("GET go-to/")).toBe("renewal of"));
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await until(async () => expect(await field.inputValue()).toBe(""));
});

test("the filter of the project list keeps what is typed", async () => {
  await open(page, "/projects");
  await slow();
  const field = page.getByRole("searchbox").first();
  for (const [index, word] of WORDS.entries()) {
    await field.fill("");
    await field.focus();
    await typed(word, index);
    expect(await field.inputValue()).toBe(word);
  }
});

test("the log of the company keeps what is typed", async () => {
  let calls = 0;
  host.world.user["company"] = { id: 7, name: "Acme", role: "Admin" };
  host.answer("GET companies/7/audit/", () => {
    calls += 1;
    return { json: { count: 0, next: null, results: [], kept_days: 365 }, after: (calls * 137) % 400 };
  });
  await open(page, "/settings/audit");
  await slow();
  const field = page.getByRole("searchbox").first();
  await field.waitFor();
  for (const [index, word] of WORDS.entries()) {
    await field.fill("");
    await field.focus();
    await typed(word, index);
    expect(await field.inputValue()).toBe(word);
    await until(() => expect(new URL(page.url()).searchParams.get("person")).toBe(word));
    expect(await field.inputValue()).toBe(word);
  }
});

test("a late overview of the home page appears while its search is typed", async () => {
  for (let round = 0; round < 3; round++) {
    host.answer("GET users/dashboard/", {
      after: 900 + 240 * round,
      json: { issues: [], recent_projects: host.world.projects },
    });
    await open(page, "/");
    const field = page.getByRole("combobox", { name: /search/i }).first();
    await field.waitFor();
    expect(await page.getByRole("heading", { name: "Recent projects" }).count()).toBe(0);
    await field.focus();
    await typed("session renewal", round);
    await until(async () => expect(await page.getByRole("heading", { name: "Recent projects" }).count()).toBe(1));
    expect(await field.inputValue()).toBe("session renewal");
  }
});
