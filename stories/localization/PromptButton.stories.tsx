import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { PromptButton } from "../../src/components/localization/PromptButton.tsx";

const meta = {
  component: PromptButton,
  args: { limit: 4000, onCopy: fn(() => Promise.resolve(true)) },
} satisfies Meta<typeof PromptButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Copies: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy as prompt" }));
    await expect(args.onCopy).toHaveBeenCalledOnce();
    await expect(await canvas.findByRole("button", { name: "Copied" })).toBeVisible();
  },
};
export const Refused: Story = {
  args: { onCopy: fn(() => Promise.resolve(false)) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy as prompt" }));
    await expect(await canvas.findByRole("button", { name: "Copying is blocked by the browser" })).toBeVisible();
  },
};
