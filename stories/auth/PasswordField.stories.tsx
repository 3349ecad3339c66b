import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { PasswordField } from "../../src/components/auth/PasswordField.tsx";

const meta = {
  parameters: pictures,
  component: PasswordField,
  args: {
    label: "Password",
    name: "password",
    autoComplete: "current-password",
    value: "",
    onChange: fn(),
  },
} satisfies Meta<typeof PasswordField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: forState };
export const Typed: Story = { args: { value: "a long thread" } };
export const WithHelp: Story = { args: { help: "At least 10 characters" } };
export const Wrong: Story = {
  args: { errors: ["password: The password is not right"] },
};
export const SeveralErrors: Story = {
  args: { errors: ["password: Too short", "password: Too common"] },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
