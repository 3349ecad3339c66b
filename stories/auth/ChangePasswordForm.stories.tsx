import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { ChangePasswordForm } from "../../src/components/auth/ChangePasswordForm.tsx";

const meta = {
  parameters: pictures,
  component: ChangePasswordForm,
  args: { owner: { email: "ada@acme.example", name: "Ada Kaya" }, onSubmit: fn() },
} satisfies Meta<typeof ChangePasswordForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: forState };
export const Busy: Story = {
  args: { isBusy: true },
  parameters: { chromatic: { disableSnapshot: true } }, // the button of Form/Busy
};
export const WrongOldPassword: Story = {
  args: { failure: { text: "", fields: { old_password: ["old_password: This is not your password"] } } },
};
export const Changed: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Current password"), "old");
    await userEvent.type(canvas.getByLabelText("New password"), "a new pass");
    await userEvent.type(canvas.getByLabelText("New password again"), "a new pass{Enter}");
    await expect(args.onSubmit).toHaveBeenCalledWith({
      old_password: "old",
      new_password: "a new pass",
      confirm_password: "a new pass",
    });
  },
};
