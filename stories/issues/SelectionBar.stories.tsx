import type { Meta, StoryObj } from "@storybook/react-vite";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { SelectionBar } from "../../src/components/issues/SelectionBar.tsx";

const meta = {
  component: SelectionBar,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Say how many are selected, and what can be done with them."],
      dont: ["Do not cover the last row with it."],
      keys: BUTTON_KEYS,
    }),
  },
  args: { count: 3, onCopy: fn(() => Promise.resolve(true)), onClear: fn() },
} satisfies Meta<typeof SelectionBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const CopyIsConfirmed: Story = {
  parameters: forState,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy as list" }));
    await expect(await canvas.findByRole("button", { name: "Copied" })).toBeVisible();
  },
};
export const CopyIsRefused: Story = {
  parameters: forState,
  args: { onCopy: fn(() => Promise.resolve(false)) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy as list" }));
    await expect(await canvas.findByRole("button", { name: "Copying is blocked by the browser" })).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
