import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { insightChange } from "../../tests/fixtures/insights.ts";

import { MetricFigure } from "../../src/components/insights/MetricFigure.tsx";

const meta = {
  component: MetricFigure,
  args: {
    metric: "throughput",
    display: "chart",
    kind: "bar",
    buckets: [
      { label: "2 Nov", name: "2 to 8 Nov 2026", isPartial: false },
      { label: "9 Nov", name: "9 to 15 Nov 2026", isPartial: true },
    ],
    series: [{ id: "value", name: "Throughput", values: [4, 7], n: [4, 7] }],
    current: 5.5,
    previous: 4,
    change: insightChange({ metric: "throughput", unit: "per_week", verdict: "up", judgement: "better" }),
    target: null,
    form: { full: (value) => String(value), tick: String },
    notes: [],
  },
} satisfies Meta<typeof MetricFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Chart: Story = {
  parameters: lightPicture,
  play: ({ canvas }) => expect(canvas.getByText("5.5")).toBeVisible(),
};
export const Table: Story = {
  args: { display: "table" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("row", { name: /2 to 8 Nov 2026 4 4/ })).toBeVisible();
  },
};
export const Line: Story = { args: { display: "sparkline" } };
export const Value: Story = { args: { display: "value", previous: null } };
export const WithoutData: Story = { args: { current: null, previous: null, change: null } };
export const Parts: Story = {
  args: {
    parts: [
      { name: "Review", value: 4 },
      { name: "Testing", value: 2 },
    ],
  },
};
export const Notes: Story = { args: { notes: ["2 requests without a review are left out."] } };
export const Turkish: Story = { globals: { locale: "tr" } };
