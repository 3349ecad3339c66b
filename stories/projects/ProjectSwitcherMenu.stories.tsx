import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ProjectSwitcherMenu } from "../../src/components/projects/ProjectSwitcherMenu.tsx";

const meta = {
  component: ProjectSwitcherMenu,
  args: {
    current: "atlas",
    allHref: "#all",
    projects: [
      { slug: "atlas", name: "Atlas", href: "#atlas" },
      { slug: "tern", name: "Tern", href: "#tern" },
    ],
  },
} satisfies Meta<typeof ProjectSwitcherMenu>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("menuitem", { name: "Tern" })).toHaveAttribute("href", "#tern");
    await expect(canvas.getByRole("menuitem", { name: "Atlas" })).toHaveAttribute("aria-current", "true");
  },
};
export const Loading: Story = { args: { projects: null } };
export const Failed: Story = {
  args: { projects: null, hasFailed: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("The projects could not be loaded")).toBeVisible();
    await expect(canvas.getByRole("menuitem", { name: "View all projects" })).toBeVisible();
  },
};
