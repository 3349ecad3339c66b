import { useRef, useState } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor, within } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { DIALOG_KEYS, usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { Dialog } from "../../src/components/ui/Dialog.tsx";
import { untilDialogHasFocus } from "../untilDialogHasFocus.ts";

const meta = {
  component: Dialog,
  argTypes: {
    title: { control: "text" },
    isOpen: { control: "boolean" },
    failure: { control: "text" },
    actions: { control: false },
    children: { control: false },
    initialFocus: { control: false },
    opener: { control: false },
  },
  parameters: {
    ...pictures,
    ...framed,
    ...usage({
      do: ["Use it for a task that must end before the page is used again."],
      dont: ["Do not use it for a yes or no: that is ConfirmDialog."],
      keys: DIALOG_KEYS,
    }),
  },
  args: {
    isOpen: true,
    title: "Rename project",
    children: "All links keep working.",
    actions: <Button intent="primary" text="Rename" />,
    onClose: fn(),
  },
} satisfies Meta<typeof Dialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
/** A title has names of people, projects and sources: it is shown in full. */
export const LongTitle: Story = {
  args: { title: `Access to the repository ${"services-incident-response-".repeat(5)} of Ada Byron` },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async () => {
    const title = await screen.findByRole("heading", { name: /^Access to the repository .* of Ada Byron$/ });
    await expect(title.scrollWidth).toBe(title.clientWidth);
    await expect(title.clientHeight).toBeGreaterThan(2 * Number.parseFloat(getComputedStyle(title).fontSize));
  },
};
export const Small: Story = { parameters: forState, args: { size: "small" } };
export const Failed: Story = {
  parameters: forState,
  args: { failure: "A project of this name exists." },
  play: async () => {
    await expect(await screen.findByRole("alert")).toHaveTextContent("A project of this name exists.");
  },
};
export const Busy: Story = {
  // A callback of its own: the dialog of the story before may still be in the page.
  args: { title: "Rename while busy", isBusy: true, onClose: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, userEvent }) => {
    const dialog = within(await screen.findByRole("dialog", { name: "Rename while busy" }));
    await userEvent.keyboard("{Escape}");
    await expect(dialog.getByRole("button", { name: "Close" })).toBeDisabled();
    await expect(args.onClose).not.toHaveBeenCalled();
  },
};

/** Closes by its property, or by being unmounted. */
function Page({ isUnmounted }: { isUnmounted: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const dialog = (
    <Dialog isOpen={isOpen} title="Rename project" onClose={() => setOpen(false)}>
      All links keep working.
    </Dialog>
  );
  return (
    <>
      <Button text="Rename" onClick={() => setOpen(true)} />
      {isUnmounted ? isOpen && dialog : dialog}
    </>
  );
}
const focusReturns: Story["play"] = async ({ canvas, userEvent }) => {
  const opener = canvas.getByRole("button", { name: "Rename" });
  await userEvent.click(opener);
  await untilDialogHasFocus();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(opener).toHaveFocus());
};
export const FocusReturns: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => <Page isUnmounted={false} />,
  play: focusReturns,
};
/** As on a slow machine: the dialog is not in the page yet, and has no focus. */
export const EscapeAtOnce: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => <Page isUnmounted={false} />,
  play: async ({ canvas }) => {
    const opener = canvas.getByRole("button", { name: "Rename" });
    opener.focus();
    opener.click();
    await Promise.resolve();
    await expect(screen.queryByRole("dialog")).toBeNull();
    opener.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    await waitFor(() => expect(document.querySelector(".bp6-overlay")).not.toBeNull());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // The focus returns in a later frame.
    await waitFor(() => expect(opener).toHaveFocus());
  },
};
export const FocusReturnsAfterUnmount: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => <Page isUnmounted />,
  play: focusReturns,
};

function Form() {
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog isOpen title="Rename project" initialFocus={first} onClose={fn()}>
      <input aria-label="Name" ref={first} />
      <input aria-label="Slug" />
    </Dialog>
  );
}
export const FocusStaysInTheFieldInUse: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => <Form />,
  play: async ({ userEvent }) => {
    const slug = await screen.findByRole("textbox", { name: "Slug" });
    slug.focus();
    // The dialog finishes opening while the user types.
    await userEvent.keyboard("at");
    await waitFor(() => expect(document.querySelector(".bp6-dialog-container")).toHaveClass(/-enter-done$/));
    await userEvent.keyboard("las");
    await expect(slug).toHaveValue("atlas");
    await expect(slug).toHaveFocus();
  },
};
