import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { ForgotPasswordForm } from "../../src/components/auth/ForgotPasswordForm.tsx";
import { ResetPasswordForm } from "../../src/components/auth/ResetPasswordForm.tsx";
import { PasswordRules } from "../../src/components/auth/PasswordRules.tsx";
import { VerifyForm } from "../../src/components/auth/VerifyForm.tsx";

const owner = { email: "ada@acme.example", name: "Ada Kaya" };
const meta = {
  component: PasswordRules,
  args: { password: "", owner },
} satisfies Meta<typeof PasswordRules>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingTyped: Story = {};
export const Short: Story = { args: { password: "thread" } };
export const Common: Story = { args: { password: "password123" } };
export const Personal: Story = { args: { password: "adakaya2026" } };
export const Good: Story = { args: { password: "a long thread" } };

export const AskForMail: Story = { render: () => <ForgotPasswordForm onSubmit={fn()} /> };
export const AskForMailBusy: Story = { render: () => <ForgotPasswordForm isBusy onSubmit={fn()} /> };
export const AskForMailFailed: Story = {
  render: () => (
    <ForgotPasswordForm failure={{ text: "Too many attempts. Wait a moment and try again." }} onSubmit={fn()} />
  ),
};
export const NewPassword: Story = { render: () => <ResetPasswordForm onSubmit={fn()} /> };
export const NewPasswordLinkIsUsedUp: Story = {
  render: () => (
    <ResetPasswordForm
      failure={{ text: "", fields: { token: ["This link is not valid any more. Ask for a new one"] } }}
      onSubmit={fn()}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText("This link is not valid any more. Ask for a new one")).toBeVisible();
  },
};
export const Code: Story = { render: () => <VerifyForm email="ada@acme.example" onSubmit={fn()} onResend={fn()} /> };
export const CodeMayBeAskedForAgain: Story = {
  render: () => <VerifyForm email="ada@acme.example" wait={0} onSubmit={fn()} onResend={fn()} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Send a new code" })).toBeEnabled();
  },
};
export const CodeIsWrong: Story = {
  render: () => (
    <VerifyForm
      email="ada@acme.example"
      failure={{ text: "", fields: { code: ["code: This code is not right. Ask for a new one if it goes on"] } }}
      onSubmit={fn()}
      onResend={fn()}
    />
  ),
};
