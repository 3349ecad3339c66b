import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { Heatmap } from "../../src/components/charts/Heatmap.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const { commits } = insightViews().activity;

const meta = {
  parameters: pictures,
  component: Heatmap,
  args: { label: "Commits by weekday and hour", counts: commits, onOpen: fn() },
} satisfies Meta<typeof Heatmap>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const NoData: Story = { args: { counts: commits.map((day) => day.map(() => 0)) } };
export const ByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    // The table scrolls, so it is the first tab stop; then its one cell.
    if (document.activeElement?.tagName !== "BUTTON") await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Monday, 0:00: 0" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onOpen).not.toHaveBeenCalled();
    await userEvent.keyboard("{ArrowDown}{ArrowRight>10/}{Enter}");
    await expect(args.onOpen).toHaveBeenCalledWith(1, 10);
  },
};
