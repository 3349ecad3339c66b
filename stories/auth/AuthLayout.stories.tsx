import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { pictures, modes, layoutModes } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { LoginForm } from "../../src/components/auth/LoginForm.tsx";
import { AuthLayout } from "../../src/components/auth/AuthLayout.tsx";

const meta = {
  component: AuthLayout,
  parameters: {
    ...pictures,
    ...framed,
    layout: "fullscreen",
  },
  args: {
    title: "Sign in",
    text: "Follow the thread from an issue to the code.",
    theme: "light",
    onToggleTheme: fn(),
    onLanguage: fn(),
    children: <LoginForm forgotHref="/forgot-password" onSubmit={() => undefined} />,
  },
} satisfies Meta<typeof AuthLayout>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Login: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const LongTitle: Story = {
  args: { title: `Join ${"Incident-Response-Tooling".repeat(4)}`, children: null },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};
