import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { RegisterForm } from "../../src/components/auth/RegisterForm.tsx";

const meta = {
  component: RegisterForm,
  parameters: pictures,
  args: { email: "ada@acme.example", onSubmit: fn() },
} satisfies Meta<typeof RegisterForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: forState };
export const OpenInvitation: Story = { args: { email: null } };
export const Busy: Story = { args: { isBusy: true }, parameters: forState };
export const Refused: Story = {
  args: { failure: { text: "password: Too common", fields: { password: ["password: Too common"] } } },
  parameters: forState,
};
export const SaysWhatIsMissing: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Password"), "short");
    await userEvent.type(canvas.getByLabelText("Password again"), "other");
    await userEvent.click(canvas.getByRole("button", { name: "Create account" }));
    await expect(canvas.getByText("Use at least 10 characters")).toBeVisible();
    await expect(canvas.getByText("The two passwords are not the same")).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};
