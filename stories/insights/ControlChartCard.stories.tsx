import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ControlChartCard } from "../../src/components/insights/ControlChartCard.tsx";
import { insights, insightViews } from "../../tests/fixtures/insights.ts";

const views = insightViews();

const meta = {
  component: ControlChartCard,
  // The stories of the page of Insights have the pictures.
  decorators: [
    (Story) => (
      <>
        <h2 className="visually-hidden">Insights</h2>
        <Story />
      </>
    ),
  ],
  args: {
    control: views.control,
    leadTimes: insights().series.filter(({ metric }) => metric === "lead_time"),
    hrefOf: ({ address }) => `#${address}`,
  },
} satisfies Meta<typeof ControlChartCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = { parameters: lightPicture };
export const WithoutGuides: Story = { args: { leadTimes: [] } };
export const OnePoint: Story = { args: { control: views.control.slice(0, 1) } };
export const Empty: Story = {
  args: { control: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("table")).toBeNull();
  },
};

export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
