import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { FindBar } from "../../src/components/code/FindBar.tsx";

const meta = {
  component: FindBar,
  // The stories of the code page have the pictures.
  args: { text: "cursor", count: 3, current: 0, onChange: fn(), onStep: fn(), onClose: fn() },
} satisfies Meta<typeof FindBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("textbox", { name: "Find in file" });
    await userEvent.type(field, "{Enter}{Shift>}{Enter}{/Shift}{Escape}");
    await expect(args.onStep).toHaveBeenNthCalledWith(1, 1);
    await expect(args.onStep).toHaveBeenNthCalledWith(2, -1);
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
export const Nothing: Story = { args: { count: 0 } };
export const Empty: Story = { args: { text: "", count: 0 } };
export const TooMany: Story = { args: { count: 5000, current: 41 } };
