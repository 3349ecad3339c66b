import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { COMPARED_METRICS } from "../../contract/insights/metrics.ts";
import { InsightSummary } from "../../src/components/insights/InsightSummary.tsx";
import { insightChange, insights, insightTarget } from "../../tests/fixtures/insights.ts";

const { findings, changes } = insights();
const meta = {
  component: InsightSummary,
  args: { findings, changes, targets: [], span: { count: 14, granularity: "weekly" }, onOpen: fn() },
} satisfies Meta<typeof InsightSummary>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas, args }) => {
    const sentence = "An issue waits 3 days for a first response (median), up from 34 hr in the 14 weeks before.";
    await expect(canvas.getByText(sentence)).toBeVisible();
    await expect(canvas.getByText("difference +18 hr to +2.5 days (99% interval)")).toBeVisible();
    await expect(canvas.getByText("3 people carry 82% of the reviews.")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: `40 rows: ${sentence}` }));
    await expect(args.onOpen).toHaveBeenCalledWith({ code: "change", metric: "first_response" });
    await expect(canvas.getByRole("link", { name: "Chart: Time to first response" })).toHaveAttribute(
      "href",
      "#metric-first_response",
    );
  },
};
/** A target belongs to the sentence of its metric, and issues closed have that of their rate. */
export const WithTargets: Story = {
  args: {
    findings: [
      { code: "change", metric: "first_response" },
      { code: "level", metric: "issues_closed" },
    ],
    targets: [insightTarget(), insightTarget({ metric: "throughput", value: 3, verdict: "few" })],
  },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText(
        "An issue waits 3 days for a first response (median), up from 34 hr in the 14 weeks before; target at most 24 hr: missed.",
      ),
    ).toBeVisible();
    await expect(canvas.getByText(/; target at least 3 a week: too few rows to judge\.$/)).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
export const EveryMetric: Story = {
  args: {
    findings: COMPARED_METRICS.map((metric) => ({ code: "change", metric })),
    changes: changes.map((one) => ({ ...one, verdict: "down", difference: { low: -0.4, high: -0.1 } })),
  },
};
/** Without a clear change it says what is typical, and with too few rows no more than that. */
export const Levels: Story = {
  args: {
    findings: [
      { code: "level", metric: "first_response" },
      { code: "level", metric: "cycle_time" },
    ],
    changes: [
      insightChange({ verdict: "unclear", judgement: null, difference: { low: -18, high: 61 } }),
      insightChange({ metric: "cycle_time", verdict: "few", judgement: null, difference: null }),
    ],
  },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText(
        "An issue waits 3 days for a first response (median), without a clear change from the 14 weeks before.",
      ),
    ).toBeVisible();
    await expect(canvas.getByText("A request takes 3 days until it is merged (median).")).toBeVisible();
  },
};
export const Quiet: Story = {
  args: { findings: [] },
  play: ({ canvas }) => expect(canvas.getByText("Too little happened in this period for a summary.")).toBeVisible(),
};
