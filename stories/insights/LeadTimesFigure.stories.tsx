import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LeadTimesFigure } from "../../src/components/insights/LeadTimesFigure.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const views = insightViews();

const meta = {
  component: LeadTimesFigure,
  args: { leadTimes: views.lead_times },
} satisfies Meta<typeof LeadTimesFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = { parameters: lightPicture };
export const BarsOpen: Story = {
  args: { onOpen: fn() },
  play: async ({ args, canvas, userEvent }) => {
    const [, second] = canvas.getAllByRole("button");
    if (second) await userEvent.click(second);
    await expect(args.onOpen).toHaveBeenCalledWith(4);
  },
};
export const Empty: Story = {
  args: { leadTimes: views.lead_times.map((one) => ({ ...one, n: 0 })) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Nothing in this period")).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
