import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { PlusIcon } from "../../src/components/ui/icons.ts";
import { LinkButton } from "../../src/components/ui/LinkButton.tsx";

const meta = {
  component: LinkButton,
  args: { href: "/wizard", text: "Create project" },
} satisfies Meta<typeof LinkButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Create project" })).toHaveAttribute("href", "/wizard");
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Primary: Story = { args: { intent: "primary", icon: <PlusIcon /> } };
export const Small: Story = { args: { size: "small", variant: "outlined" } };
