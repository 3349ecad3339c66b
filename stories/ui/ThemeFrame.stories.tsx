import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures } from "../../.storybook/modes.ts";
import { checkInDark } from "../../.storybook/darkCheck.ts";
import { usage } from "../../.storybook/usage.ts";
import { ThemeFrame } from "../../src/components/ui/ThemeFrame.tsx";
import { Button } from "../../src/components/ui/Button.tsx";
const meta = {
  component: ThemeFrame,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it once, around the app."],
      dont: ["Do not nest two: overlays take the theme of the page."],
    }),
  },
  args: { theme: "light", children: <Button intent="primary" text="Save" /> },
} satisfies Meta<typeof ThemeFrame>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Light: Story = { globals: { theme: "light" } };
export const Dark: Story = {
  args: { theme: "dark" },
  globals: { theme: "dark" },
};

/** Readable in light alone: what the check in dark, which follows each story, must refuse. */
export const FaintInDark: Story = {
  args: { children: <p style={{ color: "#333", background: "light-dark(#fff, #222)" }}>Faint</p> },
  globals: { theme: "light" },
  parameters: { chromatic: { disableSnapshot: true }, a11y: { test: "off" } },
  play: async ({ globals }) => {
    await expect(checkInDark({ globals, parameters: {} })).rejects.toThrow(/color-contrast/);
    await expect(document.documentElement).not.toHaveClass("bp6-dark");
  },
};
