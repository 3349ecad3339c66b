import { expect, test } from "vitest";
import { pagesSince } from "../../../server/db/tables/pages/textPages.ts";

test("rows are read from just before the oldest mark, of however many sources", async () => {
  const marks = new Map(
    Array.from({ length: 200_000 }, (_, source) => [`source-${source}`, 1_000_000 - source] as const),
  );
  const starts: number[] = [];
  const pages = await Array.fromAsync(
    pagesSince(marks, async (from) => {
      starts.push(from);
      return [{ id: "a", updatedAt: from + 1 }];
    }),
  );
  expect(starts).toEqual([800_000]);
  expect(pages).toEqual([[{ id: "a", updatedAt: 800_001 }]]);
});
