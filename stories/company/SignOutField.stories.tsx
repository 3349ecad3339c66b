import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SignOutField } from "../../src/components/company/SignOutField.tsx";

const meta = {
  component: SignOutField,
  args: { value: false, onChange: fn() },
} satisfies Meta<typeof SignOutField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByLabelText(/^Sign people out/));
    await expect(args.onChange).toHaveBeenCalledWith(true);
  },
};
export const On: Story = {
  parameters: lightPicture,
  args: { value: true },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/other programs/)).toBeVisible();
    await userEvent.click(canvas.getByLabelText(/^Sign people out/));
    await expect(args.onChange).toHaveBeenCalledWith(false);
  },
};
