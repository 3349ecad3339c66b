import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { NewPasswordFields } from "../../src/components/auth/NewPasswordFields.tsx";

const meta = {
  parameters: pictures,
  component: NewPasswordFields,
  args: {
    labels: { password: "New password", confirmation: "New password again" },
    name: "new_password",
    owner: { email: "ada@acme.example", name: "Ada Kaya" },
    value: { password: "", confirmation: "" },
    onChange: fn(),
    errors: { password: undefined, confirmation: undefined },
  },
} satisfies Meta<typeof NewPasswordFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: forState };
export const Filled: Story = { args: { value: { password: "follow-the-thread", confirmation: "follow-the-thread" } } };
export const Wrong: Story = {
  args: {
    value: { password: "ada", confirmation: "eda" },
    errors: { password: ["At least 10 characters"], confirmation: ["This is not the same"] },
  },
};
export const ReportsBothOfAChange: Story = {
  args: { value: { password: "one", confirmation: "two" } },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("New password"), "s");
    await expect(args.onChange).toHaveBeenLastCalledWith({ password: "ones", confirmation: "two" });
    await userEvent.type(canvas.getByLabelText("New password again"), "s");
    await expect(args.onChange).toHaveBeenLastCalledWith({ password: "one", confirmation: "twos" });
  },
};
