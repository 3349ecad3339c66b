import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { VerifyForm } from "../../src/components/auth/VerifyForm.tsx";

const meta = {
  component: VerifyForm,
  args: { email: "ada@acme.example", onSubmit: fn(), onResend: fn() },
} satisfies Meta<typeof VerifyForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Busy: Story = { args: { isBusy: true } };
export const MayBeAskedForAgain: Story = { args: { wait: 0 } };
export const RefusedByField: Story = {
  args: {
    failure: { text: "", fields: { code: ["code: This code is not right"] } },
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
