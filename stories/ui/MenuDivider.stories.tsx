import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Menu, MenuDivider, MenuItem } from "../../src/components/ui/Menu.ts";

const meta = {
  component: MenuDivider,
  argTypes: { title: { control: "text" } },
  parameters: {
    ...usage({
      do: ["Use it before an action that cannot be undone, or between two kinds of items."],
      dont: ["Do not put it at the start or the end of a menu."],
    }),
  },
  render: (args) => (
    <Menu>
      <MenuItem text="Rename" />
      <MenuDivider {...args} />
      <MenuItem text="Delete" intent="danger" />
    </Menu>
  ),
} satisfies Meta<typeof MenuDivider>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("separator")).toBeVisible();
  },
};
export const Titled: Story = { args: { title: "Projects" } };
