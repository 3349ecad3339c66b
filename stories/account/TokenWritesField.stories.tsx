import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { TokenWritesField } from "../../src/components/account/TokenWritesField.tsx";

const meta = {
  component: TokenWritesField,
  args: { isChosen: false, isAllowed: true, errors: [], onChange: fn() },
} satisfies Meta<typeof TokenWritesField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Allowed: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("checkbox", { name: "May change issues" }));
    await expect(args.onChange).toHaveBeenCalledWith(true);
  },
};
export const NotAllowed: Story = {
  args: { isAllowed: false },
  play: async ({ canvas }) => {
    const box = canvas.getByRole("checkbox", { name: "May change issues" });
    await expect(box).toBeDisabled();
    await expect(box).toHaveAccessibleDescription(/Only an Owner or Maintainer/);
  },
};
export const Refused: Story = { args: { isChosen: true, errors: ["writes: Only an Owner can choose this"] } };
