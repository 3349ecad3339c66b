import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SsoSignInForm } from "../../src/components/auth/SsoSignInForm.tsx";

const meta = {
  component: SsoSignInForm,
  args: { onSubmit: fn() },
} satisfies Meta<typeof SsoSignInForm>;
export default meta;
type Story = StoryObj<typeof meta>;

const open: Story["play"] = async ({ canvas, userEvent }) => {
  await userEvent.click(canvas.getByRole("button", { name: "Sign in with single sign-on" }));
};

export const Closed: Story = { parameters: lightPicture };
export const Opened: Story = {
  play: async (context) => {
    const { args, canvas, userEvent } = context;
    await open(context);
    await expect(canvas.getByLabelText("Email")).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Continue" }));
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText("Email"), " ada@example.org ");
    await userEvent.click(canvas.getByRole("button", { name: "Continue" }));
    await expect(args.onSubmit).toHaveBeenCalledWith("ada@example.org");
  },
};
export const Busy: Story = { args: { isBusy: true }, play: open };
export const Refused: Story = {
  args: {
    failure: {
      text: "email: No company signs in with this address by single sign-on.",
      fields: { email: ["No company signs in with this address by single sign-on."] },
    },
  },
  play: async (context) => {
    await open(context);
    await expect(context.canvas.getByText(/^No company signs in/)).toBeVisible();
  },
};
