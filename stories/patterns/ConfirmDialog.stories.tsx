import type { Meta, StoryObj } from "@storybook/react-vite";
import { DIALOG_KEYS, usage } from "../../.storybook/usage.ts";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { ConfirmDialog } from "../../src/components/patterns/ConfirmDialog.tsx";

const meta = {
  parameters: {
    ...pictures,
    ...framed,
    ...usage({
      do: ["Let the title ask and the button answer with the same verb.", "Say what is lost."],
      dont: ["Do not ask for what can be undone: do it, and offer to undo it."],
      keys: DIALOG_KEYS,
    }),
  },
  component: ConfirmDialog,
  args: {
    isOpen: true,
    title: "Remove acme/atlas?",
    text: "What was copied from it is deleted here: it no longer shows up in searches and answers.",
    action: "Remove",
    onConfirm: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof ConfirmDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

const untilOpen: Story["play"] = async () => {
  await waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toBeVisible());
};

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Open: Story = { play: untilOpen };
export const Busy: Story = { args: { isBusy: true }, play: untilOpen };
export const Failed: Story = { args: { failure: "Something went wrong." }, play: untilOpen };
export const LongTitle: Story = {
  args: { title: `Remove ${"acme-platform/".repeat(10)}?` },
  play: untilOpen,
  parameters: forLayout,
};
export const FocusStartsOnTheHarmlessButton: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Open
  play: async ({ args, userEvent }) => {
    await waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await expect(args.onCancel).toHaveBeenCalled();
    await expect(args.onConfirm).not.toHaveBeenCalled();
  },
};
/** An action that loses nothing is not red. */
export const NotDestructive: Story = {
  args: {
    intent: "primary",
    title: "Resume the sync of acme/atlas?",
    text: "What changed since the pause is read now.",
    action: "Resume",
  },
  play: async (context) => {
    await untilOpen(context);
    await context.userEvent.click(screen.getByRole("button", { name: "Resume" }));
    await expect(context.args.onConfirm).toHaveBeenCalledOnce();
  },
};
