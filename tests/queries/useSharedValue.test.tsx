import { render } from "@testing-library/react";
import { memo } from "react";
import { expect, test } from "vitest";
import { useSharedValue } from "../../src/queries/useSharedValue.ts";

interface Filter {
  readonly labels: readonly string[];
  readonly days: { readonly from: string } | null;
}

const rendered: string[] = [];
const Labels = memo(function Labels({ labels }: Pick<Filter, "labels">) {
  rendered.push(`labels ${labels.join(" ")}`);
  return null;
});
const Days = memo(function Days({ days }: Pick<Filter, "days">) {
  rendered.push(`days ${days?.from ?? "any"}`);
  return null;
});
function Filters({ filter }: { filter: Filter }) {
  const { labels, days } = useSharedValue(filter);
  return (
    <>
      <Labels labels={labels} />
      <Days days={days} />
    </>
  );
}

test("a memoized child renders when the content of its part changes, and not for a new object with the same content", () => {
  const filter = (labels: string[], from: string | null): Filter => ({ labels, days: from === null ? null : { from } });
  const { rerender } = render(<Filters filter={filter(["bug"], "2026-01-01")} />);
  rendered.length = 0;
  rerender(<Filters filter={filter(["bug"], "2026-01-01")} />);
  expect(rendered).toEqual([]);
  rerender(<Filters filter={filter(["bug", "slow"], "2026-01-01")} />);
  expect(rendered).toEqual(["labels bug slow"]);
  rendered.length = 0;
  rerender(<Filters filter={filter(["bug", "slow"], null)} />);
  expect(rendered).toEqual(["days any"]);
  rendered.length = 0;
  // Back to an earlier value.
  rerender(<Filters filter={filter(["bug"], "2026-01-01")} />);
  expect(rendered).toEqual(["labels bug", "days 2026-01-01"]);
});
