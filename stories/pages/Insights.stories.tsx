import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, waitFor } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { insights, insightViews, noInsights, noInsightViews } from "../../tests/fixtures/insights.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { failWith, pending, respond } from "../../tests/fixtures/handlers.ts";

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { disableSnapshot: false, modes: pageModes } },
  args: {
    path: "/insights?period=30d&granularity=weekly",
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    now: "2026-11-18T12:00:00Z",
  },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: onPhoneToo,
};
export const Turkish: Story = { globals: { locale: "tr" } };
export const Narrowed: Story = {
  args: { path: "/insights?period=30d&granularity=weekly&project=atlas&person=p-1&label=ui" },
};
export const Loading: Story = {
  args: { handlers: { getInsights: pending, insightOptions: pending, insightViews: pending } },
};
export const Failed: Story = { args: { handlers: { getInsights: failWith() } } };
export const ViewsFailAlone: Story = { args: { handlers: { insightViews: failWith() } } };
export const NothingLinked: Story = { args: { handlers: { getInsights: respond(noInsights()) } } };
export const NothingInThePeriod: Story = {
  args: { handlers: { insightViews: respond(noInsightViews()) } },
};
export const OneBucket: Story = {
  args: {
    handlers: {
      getInsights: respond(
        insights({
          buckets: insights().buckets.slice(-1),
          series: insights().series.map((one) => ({ ...one, values: one.values.slice(-1), n: one.n.slice(-1) })),
        }),
      ),
    },
  },
};
export const LongLabels: Story = {
  args: {
    handlers: {
      insightViews: respond(
        insightViews({
          knowledge: insightViews().knowledge.map((one) => ({ ...one, path: `${one.path}/${"deep/".repeat(20)}` })),
        }),
      ),
    },
  },
};
export const RowsAreOpen: Story = {
  args: { path: "/insights?period=30d&granularity=weekly&metric=lead_time&bucket=2026-10-19" },
  play: async () => {
    // The screen is loaded before it can open the drawer.
    await waitFor(() => expect(screen.getByText("3 rows")).toBeVisible(), { timeout: 5000 });
    await expect(screen.getByRole("link", { name: /A very long title/ })).toBeVisible();
  },
};
