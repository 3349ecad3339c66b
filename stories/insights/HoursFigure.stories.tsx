import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { HoursFigure } from "../../src/components/insights/HoursFigure.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const views = insightViews();

const meta = {
  component: HoursFigure,
  args: { activity: views.activity },
} satisfies Meta<typeof HoursFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("table")).toHaveLength(2);
    for (const hour of canvas.getAllByRole("button")) await expect(hour).toHaveAttribute("aria-disabled", "true");
  },
};
export const HoursOpen: Story = {
  args: { onOpen: fn() },
  play: async ({ args, canvas, userEvent }) => {
    const [hour] = canvas.getAllByRole("button", { name: "Tuesday, 10:00: 4" });
    if (hour) await userEvent.click(hour);
    await expect(args.onOpen).toHaveBeenCalledWith("commits", 1, 10);
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
