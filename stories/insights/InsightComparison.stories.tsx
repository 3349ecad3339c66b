import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { InsightComparison } from "../../src/components/insights/InsightComparison.tsx";
import { insightChange, insights } from "../../tests/fixtures/insights.ts";

const { changes } = insights();
const meta = {
  component: InsightComparison,
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    members: [
      { id: "atlas", name: "Atlas", href: "?project=atlas", changes },
      {
        id: "tern",
        name: `<img src=x onerror="alert(1)">`,
        href: "?project=tern",
        changes: [insightChange({ current: { value: 20, n: 4, interval: null }, verdict: "few", judgement: null })],
      },
    ],
  },
} satisfies Meta<typeof InsightComparison>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas }) => {
    const row = canvas.getByRole("row", { name: /^Time to first response/ });
    await expect(within(row).getByText("3 days")).toBeVisible();
    await expect(within(row).getByText("58 hr to 3.9 days (99% interval), 40 rows")).toBeVisible();
    // Four rows have no interval, and no judgement.
    await expect(within(row).getByText("4 rows")).toBeVisible();
    // A name is text, whatever it contains.
    await expect(canvas.getByRole("link", { name: /^<img src=x/ })).toBeVisible();
  },
};
export const Turkish: Story = { parameters: { chromatic: { disableSnapshot: true } }, globals: { locale: "tr" } };
export const Nothing: Story = {
  args: { members: [{ id: "atlas", name: "Atlas", href: "?project=atlas", changes: [] }] },
  play: ({ canvas }) => expect(canvas.getByText("Nothing to measure in this period")).toBeVisible(),
};
