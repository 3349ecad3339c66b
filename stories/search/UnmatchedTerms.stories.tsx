import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, layoutModes } from "../../.storybook/modes.ts";
import { UnmatchedTerms } from "../../src/components/search/UnmatchedTerms.tsx";

const meta = {
  parameters: pictures,
  component: UnmatchedTerms,
  args: {
    missing: [
      { word: "refrehs", suggestion: "refresh" },
      { word: "zzyzx", suggestion: null },
    ],
    onReplace: fn(),
  },
} satisfies Meta<typeof UnmatchedTerms>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Two: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("“zzyzx” occurs nowhere; the results are without it.")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Search for “refresh” instead" }));
    await expect(args.onReplace).toHaveBeenCalledWith("refrehs", "refresh");
  },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const Turkish: Story = {
  globals: { locale: "tr" },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};
export const Narrow: Story = {
  globals: { viewport: { value: "phone" } },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};
