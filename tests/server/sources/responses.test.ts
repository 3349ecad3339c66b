import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteBudget } from "../../../server/sources/responses/ByteBudget.ts";
import { JsonScanner } from "../../../server/JsonScanner.ts";
import { RESPONSE_LIMITS, type ResponseLimits } from "../../../server/sources/responses/responseLimits.ts";
import { storageToMarkdown } from "../../../server/sources/providers/confluence/storageFormat.ts";
import { sentenceOf } from "../../../server/sources/rest/restFailure.ts";

const scan = (text: string, limits: Partial<ResponseLimits>, cut = 7) => {
  const scanner = new JsonScanner({ ...RESPONSE_LIMITS.page, ...limits });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += cut) scanner.push(bytes.subarray(at, at + cut));
  return scanner.push(new Uint8Array());
};
const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
const valuesOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Object.values(value).reduce<number>((sum, inner) => sum + valuesOf(inner), 0)
    : 1;
const largestOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Math.max(Object.keys(value).length, ...Object.values(value).map(largestOf))
    : 0;

test("what a document holds passes exactly its own limits, wherever the pieces are cut", () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat({ max: 3 }),
      (value, cut, space) => {
        const text = JSON.stringify(value, null, space);
        const [depth, members] = [depthOf(value), largestOf(value)];
        // A list inside of a list is counted by its bracket and by the comma before it.
        const elements = 2 * valuesOf(value);
        expect(scan(text, { depth, elements, members: Math.max(members, 1) }, cut)).toBeNull();
        expect(scan(text, { depth: Math.max(depth - 1, 0) }, cut)).toBe(depth > 0 ? "depth" : null);
        expect(scan(text, { members: Math.max(members - 1, 1) }, cut)).toBe(members > 1 ? "elements" : null);
      },
    ),
  );
});

test("brackets and commas inside of strings are text, also behind an escaped quote", () => {
  expect(scan(String.raw`["[[[[,,,,", "a\"[[[", "\\"]`, { depth: 1, elements: 4, members: 3 }, 1)).toBeNull();
  expect(scan(String.raw`["\\", [[]]]`, { depth: 2 }, 1)).toBe("depth");
});

test("values have a number", () => {
  expect(scan(`[${"{},".repeat(9)}{}]`, { elements: 20 })).toBeNull();
  expect(scan(`[${"{},".repeat(10)}{}]`, { elements: 20 })).toBe("elements");
});

test("a number has an end", () => {
  expect(scan(`[${"1".repeat(64)}]`, {})).toBeNull();
  expect(scan(`[${"1".repeat(65)}]`, {})).toBe("number");
  expect(scan(`["${"1".repeat(6500)}"]`, {})).toBeNull();
});

test("the budget is never exceeded, is given in the order of asking, and comes back", async () => {
  const budget = new ByteBudget(10);
  const first = await budget.take(6, undefined);
  const order: string[] = [];
  const large = budget.take(8, undefined).then((release) => {
    order.push("large");
    return release;
  });
  const small = budget.take(1, undefined).then((release) => {
    order.push("small");
    return release;
  });
  const cancelled = new AbortController();
  const never = budget.take(5, cancelled.signal);
  cancelled.abort(new Error("cancelled"));
  await expect(never).rejects.toThrow("cancelled");
  expect([budget.reserved, order]).toEqual([6, []]);
  first();
  first();
  const releases = await Promise.all([large, small]);
  expect([budget.reserved, order]).toEqual([9, ["large", "small"]]);
  for (const release of releases) release();
  expect(budget.reserved).toBe(0);
  // More than there is at all is granted alone.
  (await budget.take(1000, undefined))();
  expect(budget.reserved).toBe(0);
});

// Of what grows with the square of the length these take hours.
test.each([
  ["openings that nothing ends", "<!".repeat(400_000)],
  ["one long name", `<${"a".repeat(400_000)}`],
  ["one long attribute", `<p ${"a".repeat(400_000)}>`],
  ["many runs of code signs", `<code>${"` ".repeat(400_000)}</code>`],
  ["many rows", `<table>${"<tr><td>1</td></tr>".repeat(200_000)}</table>`],
  ["empty lines as code", `<pre>${"\n".repeat(400_000)}</pre>`],
])("a page of %s is read", (_name, body) => {
  expect(storageToMarkdown(body, { site: "https://wiki.example", spaceKey: "A" }).length).toBeLessThan(4_000_000);
});

test("quotations inside each other make a page no longer than their limit lets them", () => {
  const body = `${"<blockquote>".repeat(1000)}${"x<br/>".repeat(20_000)}`;
  expect(storageToMarkdown(body, { site: "https://wiki.example", spaceKey: "A" }).length).toBeLessThan(
    50 * body.length,
  );
});

test("a refusal inside of refusals is looked through a few times, not twice for each", () => {
  let nested: unknown = "no";
  for (let depth = 0; depth < 2000; depth += 1) nested = { message: nested, error: nested };
  expect(sentenceOf(nested)).toBe("");
  expect(sentenceOf({ errors: [{ message: "Not here" }] })).toBe("Not here");
});
