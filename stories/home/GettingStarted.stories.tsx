import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout } from "../../.storybook/modes.ts";
import { GettingStarted } from "../../src/components/home/GettingStarted.tsx";

const meta = {
  component: GettingStarted,
  args: { wizardHref: "/wizard" },
} satisfies Meta<typeof GettingStarted>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
