import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Menu, MenuDivider, MenuItem } from "../../src/components/ui/Menu.ts";

const meta = {
  component: Menu,
  argTypes: { size: { control: "inline-radio", options: ["small", "medium", "large"] }, children: { control: false } },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it inside of MenuButton, which has the keys and the roles."],
      dont: ["Do not put fields into it: those need a PopoverButton."],
      keys: [
        ["Arrow keys", "Move through the items"],
        ["Enter", "Runs the item"],
        ["Escape", "Closes the menu"],
      ],
    }),
  },
  args: {
    children: (
      <>
        <MenuItem text="Rename" />
        <MenuItem text="Pause" disabled />
        <MenuDivider />
        <MenuItem text="Delete" intent="danger" />
      </>
    ),
  },
} satisfies Meta<typeof Menu>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
