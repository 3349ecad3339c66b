/** The four keys of DORA as a team builds them: by clicks from an empty dashboard, and from the template. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import { launchBrowser, visit } from "./browser.ts";
import { signIn } from "./signIn.ts";
import { startDemoServer } from "./startDemoServer.ts";
import { waitForSync, WITH_SYNC_MS } from "./waitForSync.ts";

let product: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemoServer(), launchBrowser()]);
}, WITH_SYNC_MS);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const PAIR = "period=1y&granularity=monthly";

async function call<Answer>(path: string, token: string, body?: object): Promise<Answer> {
  const response = await fetch(`${product.url}/api/v1/${path}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", ...(token && { authorization: `Token ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status, path).toBeLessThan(300);
  return (await response.json()) as Answer;
}

interface Paged<Row> {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly Row[];
}

/** All rows of a list of the API. */
async function rowsOf<Row>(path: string, token: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Paged<Row> = await call<Paged<Row>>(`${path}&limit=50${cursor && `&cursor=${cursor}`}`, token);
    rows.push(...page.results);
    cursor = page.next;
  }
  return rows;
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
};

/** Each key, computed from the lists of the project and not by the metrics. */
async function expectedKeys(token: string) {
  const { buckets } = await call<{ buckets: readonly { start: string }[] }>(`insights/?project=tern&${PAIR}`, token);
  const from = Date.parse(`${buckets[0]?.start}T00:00:00Z`);
  const now = Date.now();
  const isInside = (at: number): boolean => at >= from && at <= now;
  const days = `from=2000-01-01&to=2099-12-31`;
  const marks = await call<readonly { kind: string; origin: string; created_at: string }[]>(
    `insights/annotations/?project=tern&${days}`,
    token,
  );
  const releases = marks.filter(({ kind, origin }) => kind === "release" && origin === "host");
  const published = releases.map(({ created_at }) => Date.parse(created_at)).toSorted((a, b) => a - b);
  const requests = await rowsOf<{ created_at: string; merged_at: string | null }>(
    "projects/tern/requests/?state=merged",
    token,
  );
  const leadTimes = requests.flatMap(({ created_at, merged_at }) => {
    const release = merged_at === null ? undefined : published.find((at) => at >= Date.parse(merged_at));
    return release !== undefined && isInside(release) ? [(release - Date.parse(created_at)) / HOUR] : [];
  });
  const incidents = (
    await rowsOf<{ created_at: string; closed_at: string | null }>("projects/tern/issues/?label=incident", token)
  ).map((row) => ({
    opened: Date.parse(row.created_at),
    closed: row.closed_at === null ? null : Date.parse(row.closed_at),
  }));
  const counted = published.filter(isInside).length;
  const failed = published.filter((at) => {
    const next = published.find((other) => other > at) ?? Infinity;
    return isInside(at) && incidents.some(({ opened }) => opened >= at && opened < next);
  }).length;
  const restored = incidents.flatMap((one) =>
    one.closed !== null && isInside(one.closed) ? [(one.closed - one.opened) / HOUR] : [],
  );
  return {
    frequency: counted / ((now - from) / WEEK),
    leadTime: median(leadTimes),
    failureRate: failed / counted,
    restore: median(restored),
    counts: { releases: counted, requests: leadTimes.length, failed, restored: restored.length },
  };
}

async function define(page: Page, name: string, fill: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Add card" }).click();
  await page.getByRole("button", { name: "New metric…" }).click();
  const form = page.getByRole("dialog", { name: "New metric" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await fill();
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

const choose = (page: Page, label: string, option: string) =>
  page.getByRole("dialog", { name: "New metric" }).getByLabel(label, { exact: true }).selectOption({ label: option });
const type = (page: Page, label: string, text: string) =>
  page.getByRole("dialog", { name: "New metric" }).getByLabel(label, { exact: true }).fill(text);

/** The value that a card shows, as text. */
const shownOn = (page: Page, name: string): Promise<string> =>
  page.getByRole("article", { name, exact: true }).innerText();

test(
  "the four keys are built by clicks from an empty dashboard, and their numbers are those of the rows",
  async () => {
    const { page, complaints, close } = await visit(browser, { url: product.url, height: 1400 });
    const person = { email: "mira@clew.example", password: "follow-the-thread" };
    const { token } = await call<{ token: string }>("users/login/", "", person);
    await signIn(page, person);
    await waitForSync(page, "tern");
    await page.goto("/dashboards");
    await page.getByRole("button", { name: "New dashboard" }).click();
    await page.getByLabel("Name").fill("By hand");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/\/dashboards\/[^/]+$/);
    await page.goto(`${page.url()}?project=tern&${PAIR}`);
    await page.getByRole("button", { name: "Edit" }).click();

    await define(page, "Frequency", async () => {
      await choose(page, "What is counted", "releases");
      await choose(page, "Value", "Number per week");
    });
    await define(page, "Lead", async () => {
      await choose(page, "What is counted", "requests");
      await choose(page, "By the time of", "release");
      await choose(page, "Value", "Median");
      await choose(page, "To", "release");
    });
    await define(page, "Failures", async () => {
      await choose(page, "What is counted", "releases");
      await choose(page, "Value", "Share that an issue followed");
      await type(page, "Filter of the issues", "label:incident");
    });
    await define(page, "Restore", async () => {
      await choose(page, "By the time of", "closing");
      await type(page, "Filter", "label:incident");
      await choose(page, "Value", "Median");
    });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Edit" }).waitFor();

    const expected = await expectedKeys(token);
    expect(Math.min(...Object.values(expected.counts))).toBeGreaterThanOrEqual(3);
    const valueOf = async (name: string): Promise<{ value: number | null; n: number }> => {
      const metrics = await call<readonly { id: string; name: string }[]>("own-metrics/?project=tern", token);
      const id = metrics.find((one) => one.name === name)?.id;
      const { series } = await call<{ series: readonly { current: { value: number | null; n: number } }[] }>(
        `own-metrics/${id}/values/?${PAIR}`,
        token,
      );
      return series[0]?.current ?? { value: null, n: -1 };
    };
    const isAsExpected = async (
      names: Readonly<Record<"frequency" | "leadTime" | "failureRate" | "restore", string>>,
    ) => {
      expect(await valueOf(names.frequency)).toMatchObject({ n: expected.counts.releases });
      expect(await valueOf(names.leadTime)).toMatchObject({ n: expected.counts.requests });
      expect(await valueOf(names.restore)).toMatchObject({ n: expected.counts.restored });
      // The weeks of the period grow while the test runs.
      expect((await valueOf(names.frequency)).value).toBeCloseTo(expected.frequency, 3);
      for (const key of ["leadTime", "failureRate", "restore"] as const)
        expect((await valueOf(names[key])).value, key).toBeCloseTo(expected[key], 6);
      // What the reader sees is that number, with the definition in words.
      expect(await shownOn(page, names.frequency)).toContain(
        `${expected.frequency.toFixed(2).replace(/0$/, "")} a week`,
      );
      expect(await shownOn(page, names.failureRate)).toContain(`${Math.round(expected.failureRate * 100)}%`);
      expect(await shownOn(page, names.restore)).toContain((expected.restore / 24).toFixed(1).replace(".0", ""));
      expect(await shownOn(page, names.leadTime)).toContain((expected.leadTime / 24).toFixed(1).replace(".0", ""));
      expect(await shownOn(page, names.frequency)).toContain("Number of releases per week; by the time of publication");
      expect(await shownOn(page, names.failureRate)).toContain("label:incident");
    };
    await isAsExpected({ frequency: "Frequency", leadTime: "Lead", failureRate: "Failures", restore: "Restore" });

    await page.goto("/dashboards");
    await page.getByRole("button", { name: "New dashboard" }).click();
    await page.getByLabel("Name").fill("Four keys");
    await page.getByLabel("Begin with").selectOption("dora");
    await page.getByLabel("Metrics of").selectOption({ label: "Tern" });
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/\/dashboards\/[^/]+$/);
    await page.getByText("Clew does not see deployments", { exact: false }).waitFor();
    await page.getByText("Median time from opening to release", { exact: false }).waitFor();
    await isAsExpected({
      frequency: "Deployment frequency",
      leadTime: "Lead time for changes",
      failureRate: "Change failure rate",
      restore: "Time to restore service",
    });
    expect(complaints).toEqual([]);
    await close();
  },
  WITH_SYNC_MS,
);
