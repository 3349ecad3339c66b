import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import type { ChartBucket } from "../../src/components/charts/chartData.ts";
import { TimeSeriesChart } from "../../src/components/charts/TimeSeriesChart.tsx";

const buckets = (count: number): ChartBucket[] =>
  Array.from({ length: count }, (_, i) => ({
    label: `Week ${i + 1}`,
    name: `Week ${i + 1} of 2026`,
    isPartial: i === count - 1,
  }));

const round = (value: number): string => String(Math.round(value * 10) / 10);

const meta = {
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
export const LinesWithAGap: Story = { args: { kind: "line", series: lines } };
export const OneBucket: Story = {
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
};
export const AllZero: Story = {
  args: { series: [{ id: "value", name: "Value", values: [0, 0, 0, 0, 0, 0], n: [0, 0, 0, 0, 0, 0] }] },
};
export const NothingAtAll: Story = {
  args: {
    kind: "line",
    series: [{ id: "value", name: "Value", values: buckets(6).map(() => null), n: [0, 0, 0, 0, 0, 0] }],
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
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
