import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { ForgotPasswordForm } from "../../src/components/auth/ForgotPasswordForm.tsx";

const meta = { component: ForgotPasswordForm, parameters: pictures, args: { onSubmit: fn() } } satisfies Meta<
  typeof ForgotPasswordForm
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: forState };
export const Busy: Story = {
  args: { isBusy: true },
  parameters: { chromatic: { disableSnapshot: true } }, // the button of Form/Busy
};
export const Failed: Story = {
  args: { failure: { text: "Too many attempts. Try again later." } },
  parameters: forState,
};
export const RefusedByField: Story = {
  args: {
    failure: {
      text: "email: Invalid format",
      fields: { email: ["email: Invalid format"] },
    },
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
