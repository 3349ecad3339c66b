import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ProjectSwitcher } from "../../src/components/projects/ProjectSwitcher.tsx";
import { ProjectSwitcherMenu } from "../../src/components/projects/ProjectSwitcherMenu.tsx";

const meta = {
  component: ProjectSwitcher,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: "12rem" }}>
        <Story />
      </div>
    ),
  ],
  args: {
    name: "Atlas",
    isCollapsed: false,
    menu: (
      <ProjectSwitcherMenu
        current="atlas"
        allHref="#all"
        projects={[
          { slug: "atlas", name: "Atlas", href: "#atlas" },
          { slug: "tern", name: "Tern", href: "#tern" },
        ]}
      />
    ),
  },
} satisfies Meta<typeof ProjectSwitcher>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = { parameters: lightPicture };
export const OpensByKeyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Atlas, switch project" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "Atlas" })).toHaveFocus());
    await userEvent.keyboard("{ArrowDown}");
    await expect(screen.getByRole("menuitem", { name: "Tern" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: "Atlas, switch project" })).toHaveFocus());
  },
};
export const LongName: Story = {
  args: { name: "incident-response-tooling".repeat(4) },
};
export const Collapsed: Story = { args: { isCollapsed: true } };
