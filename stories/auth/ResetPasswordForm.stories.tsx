import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { ResetPasswordForm } from "../../src/components/auth/ResetPasswordForm.tsx";

const meta = {
  parameters: pictures,
  component: ResetPasswordForm,
  args: { onSubmit: fn() },
} satisfies Meta<typeof ResetPasswordForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: forState };
export const Busy: Story = {
  args: { isBusy: true },
  parameters: { chromatic: { disableSnapshot: true } }, // the button of Form/Busy
};
export const LinkIsUsedUp: Story = {
  args: {
    failure: {
      text: "",
      fields: {
        token: ["token: This link is not valid any more. Ask for a new one"],
      },
    },
  },
};
export const RefusedByField: Story = {
  args: {
    failure: {
      text: "",
      fields: { new_password: ["new_password: Too common"] },
    },
  },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
