import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SsoPasswordForm } from "../../src/components/auth/SsoPasswordForm.tsx";

const meta = {
  component: SsoPasswordForm,
  args: { email: "ada@acme.example", onSubmit: fn(), onBack: fn() },
} satisfies Meta<typeof SsoPasswordForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Password of your company’s directory")).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Sign in" }));
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText("Password of your company’s directory"), " s3cret ");
    await userEvent.click(canvas.getByRole("button", { name: "Sign in" }));
    await expect(args.onSubmit).toHaveBeenCalledWith(" s3cret ");
    await userEvent.click(canvas.getByRole("button", { name: "Use another address" }));
    await expect(args.onBack).toHaveBeenCalled();
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = { args: { failure: { text: "Wrong email or password." } } };
