import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { PasswordRules } from "../../src/components/auth/PasswordRules.tsx";

const owner = { email: "ada@acme.example", name: "Ada Kaya" };
const meta = {
  parameters: pictures,
  component: PasswordRules,
  args: { password: "", owner },
} satisfies Meta<typeof PasswordRules>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingTyped: Story = { parameters: forState };
export const Short: Story = { args: { password: "thread" } };
export const Common: Story = { args: { password: "password123" } };
export const Personal: Story = { args: { password: "adakaya2026" } };
export const Good: Story = { args: { password: "a long thread" } };
