import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import type { ChartBucket } from "../../src/components/charts/chartData.ts";
import { chartAsPng, chartAsSvg } from "../../src/components/charts/exportChart.ts";
import { TimeSeriesChart, type TimeSeriesChartProps } from "../../src/components/charts/TimeSeriesChart.tsx";

const buckets = (count: number): ChartBucket[] =>
  Array.from({ length: count }, (_, i) => ({
    label: `Week ${i + 1}`,
    name: `Week ${i + 1} of 2026`,
    isPartial: i === count - 1,
  }));

const round = (value: number): string => String(Math.round(value * 10) / 10);

const meta = {
  parameters: pictures,
  component: TimeSeriesChart,
  args: {
    label: "Issues opened",
    kind: "bar",
    buckets: buckets(6),
    series: [{ id: "value", name: "Value", values: [4, 9, 0, 6, 12, 3], n: [4, 9, 0, 6, 12, 3] }],
    form: { full: round, tick: round },
    onOpen: fn(),
  },
} satisfies Meta<typeof TimeSeriesChart>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Bars: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const BarsBelowZero: Story = {
  parameters: forState,
  args: { series: [{ id: "value", name: "Net", values: [4, -9, 0, -6, 2, 3], n: [4, 9, 0, 6, 12, 3] }] },
};
const lines = [
  { id: "median", name: "Median", values: [4, 9, null, 6, 12, 3], n: [4, 9, 0, 6, 12, 3] },
  { id: "p75", name: "75 %", values: [8, 12, null, 9, 20, 7], n: [4, 9, 0, 6, 12, 3] },
  { id: "p90", name: "90 %", values: [15, 30, null, 22, 41, 9], n: [4, 9, 0, 6, 12, 3] },
];
export const Stacked: Story = {
  args: { kind: "stacked", series: lines.map((one, i) => ({ ...one, name: ["To do", "Doing", "Review"][i] ?? "" })) },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const OneBucket: Story = {
  parameters: forState,
  args: {
    kind: "line",
    buckets: buckets(1),
    series: lines.map((one) => ({ ...one, values: one.values.slice(0, 1), n: one.n.slice(0, 1) })),
  },
};
export const ManyBuckets: Story = {
  args: {
    buckets: buckets(61),
    series: [
      {
        id: "value",
        name: "Value",
        values: Array.from({ length: 61 }, (_, i) => (i * 7) % 23),
        n: Array.from({ length: 61 }, (_, i) => (i * 7) % 23),
      },
    ],
  },
  parameters: forLayout,
};
export const AllZero: Story = {
  args: { series: [{ id: "value", name: "Value", values: [0, 0, 0, 0, 0, 0], n: [0, 0, 0, 0, 0, 0] }] },
  parameters: forState,
};
export const NothingAtAll: Story = {
  args: {
    kind: "line",
    series: [{ id: "value", name: "Value", values: buckets(6).map(() => null), n: [0, 0, 0, 0, 0, 0] }],
  },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const ByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Week 1 of 2026, Value: 4, 4 rows" })).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    await expect(canvas.getByRole("button", { name: "Week 3 of 2026, Value: 0, 0 rows" })).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect(canvas.getByRole("button", { name: "Week 6 of 2026, Value: 3, 3 rows, not over yet" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onOpen).toHaveBeenCalledWith(5);
  },
};

/** The colour of an image's corner, the number of its distinct colours, and that of its pixels with axis labels. */
async function coloursOf(
  address: string,
): Promise<{ readonly corner: string; readonly all: number; readonly words: number }> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0);
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, image.width, image.height) ?? {};
  const colourAt = (at: number): string => `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`;
  const found = new Set<string>();
  let words = 0;
  for (let at = 0; at < data.length; at += 4) {
    found.add(colourAt(at));
    // The left margin contains the axis labels only.
    if ((at / 4) % image.width < 92 && colourAt(at) !== colourAt(0)) words += 1;
  }
  return { corner: colourAt(0), all: found.size, words };
}

const bucketsOf = (count: number): TimeSeriesChartProps["buckets"] =>
  Array.from({ length: count }, (_, i) => ({
    label: `W${i + 1}`,
    name: `Week ${i + 1}`,
    isPartial: i === count - 1,
  }));
const seriesOf = (name: string, values: readonly (number | null)[]) => ({
  id: name,
  name,
  values,
  n: values.map((value) => (value === null ? 0 : 3)),
});
const plain = (value: number): string => new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(value);
const short = (value: number): string => new Intl.NumberFormat("en", { notation: "compact" }).format(value);
const leadTime = (props: Partial<Omit<TimeSeriesChartProps, "onOpen">> & Pick<TimeSeriesChartProps, "series">) => ({
  label: "Lead time",
  kind: "line" as const,
  buckets: bucketsOf(props.series[0]?.values.length ?? 0),
  form: { full: plain, tick: short },
  ...props,
});
const percentiles = [
  seriesOf("Median", [10, 12, null, 9, 11]),
  seriesOf("75 %", [20, 26, null, 22, 24]),
  seriesOf("90 %", [60, 50, null, 44, 48]),
];
const each = { light: modes.light, dark: modes.dark, narrow: modes.narrow };

export const LinesWithAGap: Story = {
  parameters: { chromatic: { modes: each } },
  args: leadTime({ series: percentiles }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: /^Week 3, Median: nothing to measure/ })).toBeInTheDocument();
    await expect(canvas.getByRole("button", { name: /^Week 5, .*not over yet$/ })).toBeInTheDocument();
  },
};
export const DarkLines: Story = { ...LinesWithAGap, globals: { theme: "dark" } };
const picture: Story["play"] = async ({ canvasElement }) => {
  const chart = canvasElement.querySelector("svg");
  if (!chart) throw new Error("no chart");
  const ground = getComputedStyle(document.body).backgroundColor;
  await expect(chartAsSvg(chart)).toContain(ground);
  await expect(chartAsSvg(chart)).not.toContain("var(--");
  const { corner, all, words } = await coloursOf(await chartAsPng(chart));
  await expect(corner).toBe(ground);
  await expect(all).toBeGreaterThan(20);
  await expect(words).toBeGreaterThan(50);
};
export const AsAPicture: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: LinesWithAGap.args,
  play: picture,
};
export const AsADarkPicture: Story = { ...AsAPicture, globals: { theme: "dark" } };
export const TurkishLines: Story = {
  globals: { locale: "tr" },
  args: leadTime({
    label: "Çözüm süresi",
    series: percentiles.map((one) => ({ ...one, name: one.name.replace("Median", "Ortanca") })),
  }),
  parameters: forLayout,
};
export const LinesThatLieTogether: Story = {
  parameters: forState,
  args: leadTime({ series: ["Median", "75 %", "90 %"].map((name) => seriesOf(name, [5, 5, 5, 5])) }),
  play: async ({ canvasElement }) => {
    const names = [...canvasElement.querySelectorAll("svg text")].filter(({ textContent }) =>
      ["Median", "75 %", "90 %"].includes(textContent),
    );
    const boxes = names.map((name) => name.getBoundingClientRect()).toSorted((a, b) => a.top - b.top);
    await expect(boxes).toHaveLength(3);
    for (const [i, box] of boxes.slice(1).entries())
      await expect(box.top).toBeGreaterThanOrEqual((boxes[i]?.bottom ?? 0) - 2);
  },
};
export const HugeNumbers: Story = {
  args: leadTime({ kind: "bar", series: [seriesOf("Value", [1_234_567_890, 987_654_321, 3, 2_000_000_000])] }),
  parameters: forLayout,
};
export const LongLabels: Story = {
  args: leadTime({
    kind: "stacked",
    series: [
      "Waiting for an answer from the customer's team",
      "In progress",
      "Waiting for review by the other team",
    ].map((name, i) => seriesOf(name, [3 + i, 5, 2 * i + 1])),
    buckets: bucketsOf(3).map((bucket) => ({ ...bucket, label: `${bucket.label} of the year 2026` })),
  }),
  play: async ({ canvasElement }) => {
    // Measured at once: between two measurements the chart may have been rendered at another width.
    const rightOf = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
    await waitFor(() => {
      const names = [...canvasElement.querySelectorAll("[data-series] ~ text, text[data-series]")];
      void expect(names).not.toHaveLength(0);
      void expect(Math.max(...names.map(rightOf))).toBeLessThanOrEqual(rightOf(canvasElement.querySelector("svg")) + 1);
    });
  },
  parameters: forLayout,
};
export const AThousandPoints: Story = {
  args: leadTime({
    series: [
      seriesOf(
        "Median",
        Array.from({ length: 1000 }, (_, i) => 50 + 40 * Math.sin(i / 40)),
      ),
    ],
  }),
  parameters: forLayout,
};
export const LinesByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: leadTime({ series: percentiles }),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{End}{ArrowLeft}{Enter}");
    await expect(canvas.getByRole("button", { name: /^Week 4/ })).toHaveFocus();
    await expect(args.onOpen).toHaveBeenCalledWith(3);
  },
};
/** Their lines are at their time, their shapes next to each other. */
export const EventsOfADay: Story = {
  args: {
    events: (["incident", "note", "release"] as const).map((kind) => ({
      id: kind,
      kind,
      bucket: 5,
      share: 0.9,
      name: kind,
    })),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvasElement }) => {
    const shapes = [...canvasElement.querySelectorAll("[data-kind] path")].map((one) => one.getBoundingClientRect());
    const frame = canvasElement.querySelector("svg")?.getBoundingClientRect();
    await expect(shapes).toHaveLength(3);
    for (const [i, shape] of shapes.entries()) {
      await expect(shape.left).toBeGreaterThanOrEqual(shapes[i - 1]?.right ?? 0);
      await expect(shape.right).toBeLessThanOrEqual(frame?.right ?? 0);
    }
  },
};
