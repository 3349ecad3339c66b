import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { InsightOverview } from "../../src/components/insights/InsightOverview.tsx";
import { insightChange, insightTarget } from "../../tests/fixtures/insights.ts";

const meta = {
  component: InsightOverview,
  args: {
    groups: [
      {
        name: "How long issues take",
        metrics: [
          {
            metric: "lead_time",
            value: "4 days",
            previous: null,
            isCounting: false,
            values: [40, 60, null, 90, 96],
            change: null,
            target: null,
          },
          {
            metric: "first_response",
            value: "3 days",
            previous: "2 days",
            isCounting: false,
            values: [30, 34, 50, 61, 72],
            change: insightChange(),
            target: insightTarget(),
          },
        ],
      },
      {
        name: "Code",
        metrics: [
          {
            metric: "churn",
            value: "1,204 lines",
            previous: "980 lines",
            isCounting: true,
            values: [3, 9, 4, 0, 2],
            change: null,
            target: null,
          },
        ],
      },
    ],
  },
} satisfies Meta<typeof InsightOverview>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Lead time" })).toHaveAttribute("href", "#metric-lead_time");
    await expect(canvas.getByText("worse")).toBeVisible();
    await expect(canvas.getByText("target missed")).toBeVisible();
    await expect(canvas.getAllByText(/^previously /).map((text) => text.textContent)).toEqual([
      "previously 2 days",
      "previously 980 lines",
    ]);
    await expect(canvas.getByText("so far")).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
