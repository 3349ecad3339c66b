import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LeadTimesCard } from "../../src/components/insights/LeadTimesCard.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const views = insightViews();

const meta = {
  component: LeadTimesCard,
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
    leadTimes: views.lead_times,
    onOpen: fn(),
  },
} satisfies Meta<typeof LeadTimesCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = { parameters: lightPicture };
export const Empty: Story = {
  args: { leadTimes: views.lead_times.map((one) => ({ ...one, n: 0 })) },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("table")).toBeNull();
  },
};

export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
