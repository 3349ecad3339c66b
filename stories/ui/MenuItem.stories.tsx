import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { TrashIcon } from "../../src/components/ui/icons.ts";
import { Menu, MenuItem } from "../../src/components/ui/Menu.ts";

const meta = {
  component: MenuItem,
  argTypes: {
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    disabled: { control: "boolean" },
    icon: { control: false },
  },
  parameters: {
    ...usage({
      do: ["Name the action by a verb; with `href` it is a link."],
      dont: ["Do not use it outside of Menu, which has the keys."],
      keys: [["Enter, Space", "Runs it and closes the menu"]],
    }),
  },
  args: { text: "Rename", onClick: fn() },
  render: (args) => (
    <Menu>
      <MenuItem {...args} />
    </Menu>
  ),
} satisfies Meta<typeof MenuItem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("menuitem", { name: "Rename" }));
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};
export const Danger: Story = { args: { text: "Delete", intent: "danger", icon: <TrashIcon /> } };
export const Link: Story = {
  args: { text: "Ada Byron", href: "#ada" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("menuitem", { name: "Ada Byron" })).toHaveAttribute("href", "#ada");
  },
};
export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ args, canvas }) => {
    const item = canvas.getByRole("menuitem", { name: "Rename" });
    await expect(item).toHaveAttribute("aria-disabled", "true");
    item.click();
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};
