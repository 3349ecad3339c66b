import { expect, test } from "vitest";
import { MAX_NEIGHBOURS, Neighbours, ROW_LIMIT } from "../../../../server/features/graph/Neighbours.ts";

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `i${at}` }));

test.each([
  [0, false],
  [MAX_NEIGHBOURS, false],
  [ROW_LIMIT, true],
])("a list of %i rows is capped: %s", (count, isCapped) => {
  const found = new Neighbours();
  found.addRows("issue", rows(count), ({ id }) => found.add({ kind: "issue", id }, "assigned"));
  const issues = found.of("issue");
  expect([issues.neighbours.length, issues.isCapped]).toEqual([Math.min(count, MAX_NEIGHBOURS), isCapped]);
  expect(found.of("page").isCapped).toBe(false);
});

test("rows that name one neighbour, or none, are capped all the same", () => {
  const found = new Neighbours();
  found.addRows("request", rows(ROW_LIMIT), () => found.add({ kind: "request", id: "r" }, "reviewed"));
  found.addRows("person", rows(ROW_LIMIT), () => undefined);
  expect(found.of("request")).toMatchObject({ neighbours: [{ node: { id: "r" } }], isCapped: true });
  expect(found.of("person")).toEqual({ neighbours: [], isCapped: true });
});
