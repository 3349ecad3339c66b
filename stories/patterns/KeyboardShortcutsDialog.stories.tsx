import type { Meta, StoryObj } from "@storybook/react-vite";
import { DIALOG_KEYS, usage } from "../../.storybook/usage.ts";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { KeyboardShortcutsDialog } from "../../src/components/patterns/KeyboardShortcutsDialog.tsx";
import { untilDialogHasFocus } from "../untilDialogHasFocus.ts";

const meta = {
  parameters: {
    ...pictures,
    ...framed,
    ...usage({
      do: ["List every shortcut of the page, with the words of its menus."],
      dont: ["Do not list keys that a native control has anyway."],
      keys: DIALOG_KEYS,
    }),
  },
  component: KeyboardShortcutsDialog,
  args: {
    title: "Keyboard shortcuts",
    keys: [
      { keys: ["J", "↓"], does: "Next issue" },
      { keys: ["K", "↑"], does: "Previous issue" },
      { keys: ["Space"], does: "Show or hide the preview" },
    ],
    note: "Keys do nothing while you type in a field.",
    onClose: fn(),
  },
} satisfies Meta<typeof KeyboardShortcutsDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Open: Story = {
  parameters: forState,
  play: async () => {
    await waitFor(() => expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible());
  },
};
export const ClosesByEscape: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, userEvent }) => {
    await untilDialogHasFocus();
    await userEvent.keyboard("{Escape}");
    await expect(args.onClose).toHaveBeenCalled();
  },
};
const handleSingle = fn();
/** Shortcuts of one character can be switched off (WCAG 2.1.4). */
export const SingleKeysSwitch: Story = {
  parameters: forState,
  args: { single: { label: "Shortcuts of a single character", isOn: true, onChange: handleSingle } },
  play: async ({ userEvent }) => {
    await untilDialogHasFocus();
    const toggle = screen.getByRole("switch", { name: "Shortcuts of a single character" });
    await expect(toggle).toBeChecked();
    handleSingle.mockClear();
    await userEvent.click(toggle);
    await expect(handleSingle).toHaveBeenCalledWith(false);
  },
};
