import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { InsightFilters } from "../../src/components/insights/InsightFilters.tsx";
import { insightOptions } from "../../tests/fixtures/insights.ts";

const none = { project: [], repository: [], tracker: [], person: [], label: [], type: [] };

const meta = {
  parameters: pictures,
  component: InsightFilters,
  args: {
    choice: { period: "3m", granularity: "weekly", ...none },
    options: insightOptions,
    hasProjects: true,
    onChange: fn(),
  },
} satisfies Meta<typeof InsightFilters>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const Loading: Story = {
  args: { options: null, isWaiting: true },
  play: async ({ canvasElement }) => {
    // Placeholders for the six, which are disabled and hidden from screen readers.
    await expect(canvasElement.querySelectorAll("button[aria-hidden]:disabled")).toHaveLength(6);
  },
  parameters: forState,
};
export const Unknown: Story = { args: { options: null }, parameters: forState };
export const InsideOfAProject: Story = { args: { hasProjects: false } };
export const Narrowed: Story = {
  args: { choice: { period: "3m", granularity: "weekly", ...none, person: ["p-1"], label: ["ui", "gone"] } },
};
export const APeriodBringsItsStep: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Period" }), "5y");
    await expect(args.onChange).toHaveBeenCalledWith({ period: "5y", granularity: "yearly" });
  },
};
export const ClearsWhatNarrows: Story = {
  args: Narrowed.args ?? {},
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Clear the filters" }));
    await expect(args.onChange).toHaveBeenCalledWith(none);
  },
};
