import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { OwnMetricFigure } from "../../src/components/ownMetrics/OwnMetricFigure.tsx";
import { GROUPED, OF_FORMULA, VALUES } from "../../tests/fixtures/ownMetrics.ts";

const meta = {
  component: OwnMetricFigure,
  args: {
    name: "Review time of the core",
    values: VALUES,
    buckets: ["2 Nov", "9 Nov", "16 Nov"].map((label, at) => ({ label, name: `${label} 2026`, isPartial: at === 2 })),
    onOpen: fn(),
  },
} satisfies Meta<typeof OwnMetricFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  play: async () => {
    await expect(await screen.findByText("target at most 24 hr: met")).toBeVisible();
  },
};
/** The largest groups are drawn; the others are counted. */
export const Groups: Story = {
  parameters: lightPicture,
  args: { values: GROUPED },
  play: async () => {
    await expect(await screen.findByText("3 more groups have fewer rows.")).toBeVisible();
  },
};
/** A formula shows the values of its metrics, and has no rows to open. */
export const Formula: Story = {
  args: { name: "Change failure rate", values: OF_FORMULA, onOpen: undefined },
  play: async () => {
    await expect(await screen.findByText("Outages")).toBeVisible();
    await expect(screen.getByText("target at most 15%: missed")).toBeVisible();
  },
};
export const WithoutValue: Story = {
  args: {
    values: {
      ...VALUES,
      series: VALUES.series.map((one) => ({ ...one, values: [null, null, null], current: { value: null, n: 0 } })),
      target: { is: "at_most", value: 24, verdict: "none" },
    },
  },
};
/** There are rows, and fewer than its percentile needs. */
export const TooFewRows: Story = {
  args: {
    values: {
      ...VALUES,
      series: VALUES.series.map((one) => ({ ...one, values: [null, null, null], current: { value: null, n: 3 } })),
      target: null,
    },
  },
  play: async () => {
    await expect(await screen.findByText("3 rows are too few for this value. Choose a longer period.")).toBeVisible();
  },
};
/** The period has a value, and none of its parts. */
export const WithoutPoints: Story = {
  args: { values: { ...VALUES, series: VALUES.series.map((one) => ({ ...one, values: [null, null, null] })) } },
  play: async () => {
    await expect(await screen.findByText(/^No time step has enough rows/)).toBeVisible();
  },
};
export const PerWeek: Story = {
  args: { values: { ...VALUES, unit: "per_week", target: null } },
  play: async () => {
    await expect(await screen.findByText("20 a week")).toBeVisible();
  },
};
/** A custom field that it counts is not read any more. */
export const UnreadField: Story = {
  args: {
    values: {
      ...VALUES,
      series: VALUES.series.map((one) => ({ ...one, values: [null, null, null], current: { value: null, n: 0 } })),
      unread_fields: ["Team"],
    },
  },
  play: async () => {
    await expect(await screen.findByText(/No tracker here reads the custom field Team/)).toBeVisible();
  },
};
export const Turkish: Story = { args: { values: GROUPED }, globals: { locale: "tr" } };
