import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useState } from "react";
import { usage } from "../../.storybook/usage.ts";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { MenuButton } from "../../src/components/ui/MenuButton.tsx";
import { Menu, MenuItem } from "../../src/components/ui/Menu.ts";

/** Its items arrive later, as those of a lazily loaded menu do. */
function LateMenu() {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const load = (): void => setLoaded(true);
    document.addEventListener("items-loaded", load);
    return () => document.removeEventListener("items-loaded", load);
  }, []);
  return isLoaded ? (
    <Menu>
      <MenuItem text="View all projects" />
    </Menu>
  ) : (
    <p>Loading</p>
  );
}

const meta = {
  component: MenuButton,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for a menu of actions or of pages.", "Let the button say what the menu contains."],
      dont: [
        "Do not use it for a choice that stays: that is a Select.",
        "Do not use it for a panel: that is PopoverButton.",
      ],
      keys: [
        ["Enter, Space, arrow down", "Opens the menu"],
        ["Arrow keys, Home, End", "Move between its items"],
        ["Escape", "Closes it; the focus returns to the button"],
      ],
    }),
  },
  args: {
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
  parameters: forState,
  args: { button: { text: "Projects", active: true } },
};
export const Opened: Story = {
  parameters: forState,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Projects" }));
    await expect(await screen.findByRole("menuitem", { name: "Create project" })).toBeVisible();
  },
};

/** Also before the code of the popover is loaded: the press is remembered. */
export const ByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Projects" })).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "View all projects" })).toHaveFocus());
    await userEvent.keyboard("{ArrowDown}");
    await expect(screen.getByRole("menuitem", { name: "Create project" })).toHaveFocus();
    await userEvent.keyboard("{Control>}{Home}{/Control}{Alt>}{ArrowUp}{/Alt}");
    await expect(screen.getByRole("menuitem", { name: "Create project" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: "Projects" })).toHaveFocus());
    // The code is loaded now in any case.
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "View all projects" })).toHaveFocus());
  },
};

/** The first item has the focus as soon as it arrives. */
export const LateItems: Story = {
  args: { content: <LateMenu />, onOpened: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Projects" }));
    await waitFor(() => expect(args.onOpened).toHaveBeenCalledOnce());
    document.dispatchEvent(new Event("items-loaded"));
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "View all projects" })).toHaveFocus());
  },
};
