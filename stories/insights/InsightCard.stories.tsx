import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { METRIC_IDS } from "../../contract/insights/metrics.ts";
import { InsightCard } from "../../src/components/insights/InsightCard.tsx";
import { annotations, buckets, insightChange, insights, insightTarget } from "../../tests/fixtures/insights.ts";

const series = (metric: string) =>
  insights()
    .series.filter((one) => one.metric === metric)
    .map(({ series: id, values, n }) => ({ id, name: id, values, n }));
const hours = (value: number): string => `${Math.round(value)} h`;

const meta = {
  parameters: pictures,
  component: InsightCard,
  argTypes: {
    metric: { control: "select", options: METRIC_IDS, table: { type: { summary: "MetricId" } } },
    kind: { control: "inline-radio", options: ["bar", "stacked", "line"] },
    current: { control: "number" },
    previous: { control: "number" },
    n: { control: { type: "number", min: 0 } },
    buckets: { control: false },
    series: { control: false },
    form: { control: false },
  },
  args: {
    metric: "lead_time",
    kind: "line",
    buckets: buckets.map(({ start, partial }) => ({
      label: start.slice(5),
      name: `Week of ${start}`,
      isPartial: partial,
    })),
    series: series("lead_time"),
    current: 24,
    previous: 30,
    change: null,
    n: 28,
    form: { full: hours, tick: hours },
    notes: [],
    onOpen: fn(),
  },
} satisfies Meta<typeof InsightCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const Bars: Story = { args: { metric: "issues_opened", kind: "bar", series: series("issues_opened") } };
export const States: Story = { args: { metric: "time_in_state", kind: "stacked", series: series("time_in_state") } };
export const Categories: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { metric: "work_in_progress", kind: "stacked", series: series("work_in_progress") },
};
export const NothingToCompareWith: Story = {
  args: { previous: null },
  parameters: { chromatic: { disableSnapshot: true } },
};
/** A direction only beyond chance, with its interval. */
export const Worse: Story = {
  args: { change: insightChange({ metric: "lead_time" }) },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("worse")).toBeVisible();
    await expect(canvas.getByText("difference +18 hr to +2.5 days (99% interval)")).toBeVisible();
  },
};
export const Unclear: Story = {
  args: {
    change: insightChange({
      metric: "lead_time",
      verdict: "unclear",
      judgement: null,
      difference: { low: -18, high: 61 },
    }),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: ({ canvas }) => expect(canvas.getByText("no clear change")).toBeVisible(),
};
/** A number that is not complete says so, instead of growing without a sign. */
export const Counting: Story = {
  args: { metric: "churn", isCounting: true },
  parameters: { chromatic: { disableSnapshot: true } },
  play: ({ canvas }) => expect(canvas.getByText("so far")).toBeVisible(),
};
export const WithNotes: Story = { args: { notes: ["3 issues of this period have no response yet."] } };
export const Empty: Story = {
  args: {
    series: series("lead_time").map((one) => ({ ...one, values: one.values.map(() => null), n: one.n.map(() => 0) })),
    current: null,
    previous: null,
    n: 0,
    notes: ["No linked tracker has reported yet when issues were closed and reopened."],
  },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const AsATable: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /View of Lead time/ }));
    await expect(canvas.getByRole("table")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Show the 7 rows of Week of 2026-10-19" }));
    await expect(args.onOpen).toHaveBeenCalledWith(0);
  },
};
export const OpensAllOfThePeriod: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /Rows behind Lead time/ }));
    await expect(args.onOpen).toHaveBeenCalledWith(null);
  },
};
/** Each series is a separate entity: their values replace the single number. */
export const SeveralParts: Story = {
  args: {
    metric: "time_in_state",
    kind: "stacked",
    series: series("time_in_state"),
    parts: [
      { name: "In progress", value: 31 },
      { name: "In review", value: 12 },
    ],
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("In progress: 31 h and In review: 12 h")).toBeVisible();
    await expect(canvas.queryByText("24 h")).toBeNull();
  },
};
/** The target in words, as a line, and its form. */
export const WithTarget: Story = {
  args: {
    target: insightTarget({ metric: "lead_time" }),
    onEditTarget: fn(),
    form: { full: hours, tick: hours },
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, args, userEvent }) => {
    await expect(canvas.getByText("target at most 24 hr: missed")).toBeVisible();
    await expect(canvas.getByRole("group", { name: "Lead time (target at most 24 hr)" })).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Change the target of Lead time" }));
    await expect(args.onEditTarget).toHaveBeenCalled();
  },
};
export const WithoutTarget: Story = {
  args: { onEditTarget: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  play: ({ canvas }) => expect(canvas.getByRole("button", { name: "Set a target for Lead time" })).toBeVisible(),
};
/** Each kind has its shape; a bucket is read with what happened in it, and the table lists all of them. */
export const WithAnnotations: Story = {
  args: {
    annotations: annotations.map((annotation, i) => ({ annotation, bucket: i + 1, share: 0.3 })),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole("button", { name: /Incident on Nov 4, 2026: Search was down$/ })).toBeInTheDocument();
    await userEvent.click(canvas.getByRole("button", { name: "View of Lead time: Table" }));
    const list = canvas.getByRole("list", { name: "Releases, incidents and notes: Lead time" });
    await expect(list).toHaveTextContent("Oct 28, 2026Releasev1.2.0");
  },
};
/** On the charts of several projects, a mark has the name of its own. */
export const AnnotationsOfSeveralProjects: Story = {
  args: { ...WithAnnotations.args, namesProjects: true },
  parameters: { chromatic: { disableSnapshot: true } },
  play: ({ canvas }) =>
    expect(
      canvas.getByRole("button", { name: /Incident of Atlas on Nov 4, 2026: Search was down$/ }),
    ).toBeInTheDocument(),
};
