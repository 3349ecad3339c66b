import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { usage } from "../../.storybook/usage.ts";
import { Menu, MenuItem } from "../../src/components/ui/Menu.ts";
import { Omnibar } from "../../src/components/ui/Omnibar.tsx";

const PAGES = ["Home", "All projects", "Notifications"];

const meta = {
  component: Omnibar<string>,
  parameters: {
    ...framed,
    ...usage({
      do: ["Use it by CommandPalette."],
      dont: ["Do not use a second one: there is one palette."],
      keys: [
        ["Arrow down, arrow up", "Select another item"],
        ["Enter", "Takes the selected item"],
        ["Escape", "Closes it"],
      ],
    }),
  },
  args: {
    label: "Go to a page",
    isOpen: true,
    items: PAGES,
    inputProps: { "aria-label": "Go to a page" },
    itemPredicate: (query, item) => item.toLowerCase().includes(query.toLowerCase()),
    itemRenderer: (item, { handleClick, handleFocus, modifiers }) => (
      <MenuItem
        key={item}
        text={item}
        active={modifiers.active}
        roleStructure="listoption"
        onClick={handleClick}
        onFocus={handleFocus}
      />
    ),
    onItemSelect: fn(),
    onClose: fn(),
    itemListRenderer: ({ filteredItems, itemsParentRef, renderItem, menuProps }) => (
      <Menu {...menuProps} role="listbox" ulRef={itemsParentRef} aria-label="Pages">
        {filteredItems.map(renderItem)}
      </Menu>
    ),
  },
} satisfies Meta<typeof Omnibar<string>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await expect(await screen.findByRole("dialog", { name: "Go to a page" })).toHaveAttribute("aria-modal", "true");
    const field = await screen.findByLabelText("Go to a page", { selector: "input" });
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.type(field, "pro{Enter}");
    await expect(args.onItemSelect).toHaveBeenCalledWith("All projects", expect.anything());
  },
};
