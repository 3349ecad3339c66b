import type { Meta, StoryObj } from "@storybook/react-vite";
import { ThemeFrame } from "../../src/components/ui/ThemeFrame.tsx";
import { Button } from "../../src/components/ui/Button.ts";
const meta = {
  component: ThemeFrame,
  args: { theme: "light", children: <Button intent="primary" text="Save" /> },
} satisfies Meta<typeof ThemeFrame>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Light: Story = { globals: { theme: "light" } };
export const Dark: Story = {
  args: { theme: "dark" },
  globals: { theme: "dark" },
};
