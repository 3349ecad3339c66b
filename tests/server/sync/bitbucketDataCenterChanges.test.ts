/** The list of pull requests at Bitbucket Data Center, which has no condition on the time of change, no count and no order that is described. */
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../../contract/durations.ts";
import type { TrackerCursor } from "../../../server/sources/connector/connectorTypes.ts";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { requestsOf } from "../../../server/sources/providers/connectorRegistry.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import type { ContractStage } from "../../providers/ContractStage.ts";
import { CONTEXT } from "../../providers/bitbucketDataCenterHost.ts";
import { isRecord } from "../../providers/restHost.ts";
import { type Work, at, makeWork, workRequest } from "../../providers/work.ts";
import { HEAD, PAGE, dataCenterStages } from "../support/bitbucketDataCenter.ts";

const stages = dataCenterStages();
const { db } = stages;
let stage: ContractStage;
const open = async (...input: Parameters<typeof stages.open>): Promise<void> => {
  stage = await stages.open(...input);
};

/** The numbers that a reading brings, those that it removes, and its cursor. */
async function changed(cursor: TrackerCursor | null, now = Date.now()) {
  const egress = createEgress({ allowed: ["127.0.0.0/8"] });
  const reader = requestsOf("bitbucket", {
    url: `${stage.host.url}${PAGE}`,
    credential: new Credential({ token: "right", origin: stage.host.url }),
    egress,
    retries: 0,
    now: () => now,
  } as Parameters<typeof requestsOf>[1]);
  const numbers = new Set<number>();
  const gone = new Set<string>();
  let last = cursor;
  for await (const page of reader?.changes(cursor, AbortSignal.timeout(20_000)) ?? []) {
    for (const { number } of page.requests) numbers.add(number);
    for (const id of page.gone ?? []) gone.add(id);
    last = page.cursor;
  }
  await egress.close();
  return { numbers: [...numbers].toSorted((a, b) => a - b), gone: [...gone], cursor: last };
}
const many = (count: number): Work => ({
  ...makeWork(0),
  requests: Array.from({ length: count }, (_, index) => workRequest(index + 1, { updatedAt: at((index + 1) * 60) })),
});
const calls = (from = 0) => stage.host.requests.slice(from).filter((call) => call.endsWith("/pull-requests")).length;

test("for any value in any field of an answer a reading gives rows or fails in words", async () => {
  await open({ ...makeWork(0), requests: [workRequest(1), workRequest(2)] });
  const egress = createEgress({ allowed: ["127.0.0.0/8"] });
  const odd: readonly unknown[] = [
    null,
    -1,
    1e300,
    0.5,
    "",
    "\u0000",
    "x".repeat(5000),
    [],
    {},
    [null],
    true,
    undefined,
  ];
  const outcomes = { rows: 0, failures: 0 };
  for (const path of ["/repos/rocket", "/pull-requests", "/pull-requests/1", "/activities", "/changes", "/commits"]) {
    const answers = new Map<string, unknown>();
    stage.host.fault = undefined;
    const read = async () => {
      const credential = new Credential({ token: "right", origin: stage.host.url });
      const reader = requestsOf("bitbucket", { url: `${stage.host.url}${PAGE}`, credential, egress, retries: 0 });
      if (!reader) throw new Error("There is no reader.");
      for await (const page of reader.changes(null, AbortSignal.timeout(20_000)))
        for (const { url, createdAt } of page.requests) {
          expect(url.startsWith(stage.host.url)).toBe(true);
          expect(createdAt.getTime()).toBeGreaterThanOrEqual(0);
        }
      const known = { number: 1, externalId: "1", url: "", headHash: HEAD, isOpen: true };
      const { comments, reviews } = await reader.details(known, AbortSignal.timeout(20_000));
      for (const { createdAt } of comments) expect(Number.isNaN(createdAt.getTime())).toBe(false);
      for (const { submittedAt } of reviews) expect(Number.isNaN(submittedAt.getTime())).toBe(false);
    };
    const body = await answerOf(path);
    for (const place of placesOf(body))
      for (const value of odd) {
        answers.set(path, replaced(body, place, value));
        stage.host.fault = (request) =>
          request.path.endsWith(path) ? { status: 200, body: answers.get(path) } : undefined;
        await read().then(
          () => (outcomes.rows += 1),
          (error: unknown) => {
            if (!(error instanceof SourceError)) throw new Error(`${path} ${place.join(".")}`, { cause: error });
            outcomes.failures += 1;
          },
        );
      }
  }
  await egress.close();
  expect(outcomes.rows).toBeGreaterThan(500);
  expect(outcomes.failures).toBeGreaterThan(20);
}, 120_000);

/** What the host answers below its API. */
async function answerOf(path: string): Promise<unknown> {
  const inside = path.startsWith("/repos")
    ? ""
    : /^\/(?:activities|changes|commits)$/.test(path)
      ? `/pull-requests/1${path}`
      : path;
  const response = await fetch(
    `${stage.host.url}${CONTEXT}/rest/api/1.0/projects/ACME/repos/rocket${inside}?state=ALL`,
    {
      headers: { authorization: "Bearer right" },
    },
  );
  return response.json();
}

/** The path of each value in a document. */
function placesOf(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const inside = Array.isArray(value)
    ? value.map((item, index): [number, unknown] => [index, item])
    : isRecord(value)
      ? Object.entries(value)
      : [];
  return [...(at.length > 0 ? [at] : []), ...inside.flatMap(([key, item]) => placesOf(item, [...at, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? replaced(item, rest, by) : item));
  return isRecord(value) ? { ...value, [key]: replaced(value[key], rest, by) } : value;
}

describe("the list of changes", () => {
  test("is read from the newest to what is known, and a change of an old request is found", async () => {
    const work = many(40);
    await open(work);
    const first = await changed(null);
    expect(first.numbers).toHaveLength(40);
    const before = stage.host.requests.length;
    Object.assign(work.requests[4] ?? {}, { title: "Changed", updatedAt: at(9000) });
    expect((await changed(first.cursor)).numbers).toContain(5);
    expect(calls(before)).toBeLessThanOrEqual(2);
  });

  test("is read to its end where the host sorts by the time of creation", async () => {
    const work = many(20);
    await open(work, { order: "created" });
    const first = await changed(null);
    Object.assign(work.requests[2] ?? {}, { title: "Changed", updatedAt: at(9000) });
    const second = await changed(first.cursor);
    expect(second.numbers).toContain(3);
    Object.assign(work.requests[1] ?? {}, { title: "Changed", updatedAt: at(9100) });
    expect((await changed(second.cursor)).numbers).toContain(2);
  });

  test("loses no request when others change, come and go while its pages are read", async () => {
    const work = many(30);
    await open(work);
    let met = 0;
    stage.host.fault = ({ path }) => {
      if (!path.endsWith("/pull-requests")) return undefined;
      met += 1;
      if (met === 3) for (const one of work.requests.slice(0, 4)) one.updatedAt = at(8000 + one.number);
      if (met === 5) work.requests.splice(5, 2);
      if (met === 6) work.requests.push(workRequest(31, { updatedAt: at(8100) }));
      return undefined;
    };
    const { numbers } = await changed(null);
    for (const { number } of work.requests) expect(numbers).toContain(number);
  });

  test("removes a deleted request within a day, and none that the host still has", async () => {
    const work = many(12);
    // A change shows that the host sorts by changes.
    Object.assign(work.requests[3] ?? {}, { updatedAt: at(9000) });
    await open(work);
    const first = await changed(null);
    const [deleted] = work.requests.splice(5, 1);
    const soon = await changed(first.cursor);
    expect(soon.gone).toEqual([]);
    // The list leaves one out that the host still has.
    stage.host.fault = ({ path, query }) =>
      path.endsWith("/pull-requests") && query.get("start") === "0"
        ? { status: 200, body: { values: [{ id: 12, title: 5 }], isLastPage: false, nextPageStart: 1 } }
        : undefined;
    const later = await changed(soon.cursor, Date.now() + 2 * DAY_MS);
    expect(later.gone).toEqual([String(deleted?.number)]);
    const before = stage.host.requests.length;
    await changed(later.cursor, Date.now() + 4 * DAY_MS);
    // What is known as gone is not asked for again.
    expect(stage.host.requests.slice(before).some((call) => call.endsWith(`/pull-requests/${deleted?.number}`))).toBe(
      false,
    );
  });

  test("removes the newest request, and all of them, when the host has deleted them", async () => {
    const work = many(6);
    await open(work);
    const first = await changed(null);
    work.requests.splice(4, 2);
    const second = await changed(first.cursor, Date.now() + 2 * DAY_MS);
    expect(second.gone.toSorted()).toEqual(["5", "6"]);
    work.requests.splice(0);
    const third = await changed(second.cursor, Date.now() + 4 * DAY_MS);
    expect(third.gone.toSorted()).toEqual(["1", "2", "3", "4", "5", "6"]);
  });

  test("is read past a request that names a time in the future", async () => {
    const work = many(300);
    // A change shows that the host sorts by changes.
    Object.assign(work.requests[3] ?? {}, { updatedAt: at(40_000) });
    Object.assign(work.requests[5] ?? {}, { updatedAt: "9000-01-01T00:00:00.000Z" });
    await open(work);
    const first = await changed(null);
    // More than one page of requests changes within the time after the first reading.
    for (const [index, one] of work.requests.slice(100, 280).entries())
      Object.assign(one, { title: "Changed", updatedAt: new Date(Date.now() - 1000 * index).toISOString() });
    const second = await changed(first.cursor);
    for (const { number } of work.requests.slice(100, 280)) expect(second.numbers).toContain(number);
  });

  test("removes nothing where the host refuses to show whether it is there", async () => {
    const work = many(6);
    await open(work);
    const first = await changed(null);
    work.requests.splice(2, 1);
    stage.host.fault = ({ path }) => (path.endsWith("/pull-requests/3") ? { status: 500, body: {} } : undefined);
    await expect(changed(first.cursor, Date.now() + 2 * DAY_MS)).rejects.toMatchObject({ code: "host_failure" });
    stage.host.fault = ({ path }) => (path.endsWith("/pull-requests/3") ? { status: 401, body: {} } : undefined);
    await expect(changed(first.cursor, Date.now() + 2 * DAY_MS)).rejects.toMatchObject({ code: "unauthorized" });
  });

  test.each([
    ["repeats a page", { isLastPage: false, nextPageStart: 0 }],
    ["leads back", { isLastPage: false, nextPageStart: -4 }],
    ["has no end", {}],
  ])("ends in words when a host %s", async (_, page) => {
    await open(many(3));
    stage.host.fault = ({ path, query }) =>
      path.endsWith("/pull-requests")
        ? {
            status: 200,
            body: { values: [{ id: 1 }], isLastPage: false, nextPageStart: Number(query.get("start")) + 1, ...page },
          }
        : undefined;
    await expect(changed(null)).rejects.toMatchObject({
      code: expect.stringMatching(/bad_answer|too_large/) as string,
    });
  });

  test("another repository under the same name is not taken for the linked one", async () => {
    const work = many(3);
    await open(work);
    await stage.sync();
    work.projectId = 4711;
    await stage.sync();
    expect(await stage.notes()).toMatch(/Another repository is at this address/);
    expect(await db().selectFrom("change_requests").select("id").execute()).toHaveLength(3);
  });

  test("a limit without a time to wait is waited for by the interval that the host names", async () => {
    await open(many(3));
    stage.host.fault = ({ path }) =>
      path.endsWith("/pull-requests")
        ? { status: 429, body: {}, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-interval-seconds": "7" } }
        : undefined;
    await expect(changed(null)).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 7000 });
  });
});
