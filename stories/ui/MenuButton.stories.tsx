import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { expect, screen } from "storybook/test";
import { MenuButton } from "../../src/components/ui/MenuButton.tsx";
import { Menu, MenuItem } from "../../src/components/ui/Menu.ts";
const meta = {
  component: MenuButton,
  parameters: usage({
    do: ["Use it for a menu of actions or of pages.", "Let the button say what the menu contains."],
    dont: ["Do not use it for a choice that stays: that is a Select."],
    keys: [
      ["Enter, Space, arrow down", "Opens the menu"],
      ["Arrow keys, Home, End", "Move between its items"],
      ["Escape", "Closes it; the focus returns to the button"],
    ],
  }),
  args: {
    popup: "menu",
    placement: "bottom-start",
    button: { text: "Projects" },
    content: (
      <Menu>
        <MenuItem text="View all projects" />
        <MenuItem text="Create project" />
      </Menu>
    ),
  },
} satisfies Meta<typeof MenuButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Active: Story = {
  args: { button: { text: "Projects", active: true } },
};
export const Opened: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Projects" }));
    await expect(await screen.findByRole("menuitem", { name: "Create project" })).toBeVisible();
  },
};
