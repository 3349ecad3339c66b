import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ProjectsMenu } from "../../src/components/shell/AppHeaderMenus.tsx";

const meta = {
  component: ProjectsMenu,
  // The stories of AppHeader have the pictures.
  args: { projectsHref: "/projects", wizardHref: "/wizard" },
} satisfies Meta<typeof ProjectsMenu>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Links: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("menuitem", { name: "Create project" })).toHaveAttribute("href", "/wizard");
  },
};
export const PlanIsFull: Story = {
  args: { onProjectLimit: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("menuitem", { name: "Create project" }));
    await expect(args.onProjectLimit).toHaveBeenCalledOnce();
  },
};
