import type { Meta, StoryObj } from "@storybook/react-vite";
import { DIALOG_KEYS, usage } from "../../.storybook/usage.ts";
import { useState } from "react";
import { expect, fn, screen, waitFor } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { Button } from "../../src/components/ui/Button.ts";
import { Drawer, type DrawerProps } from "../../src/components/ui/Drawer.tsx";

/** A button that opens the drawer. */
function DrawerWithTrigger({ title, onClose, ...props }: DrawerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    onClose();
  };
  return (
    <>
      <Button text="Show rows" onClick={() => setIsOpen(true)} />
      <Drawer {...props} title={isOpen ? title : null} onClose={close} />
    </>
  );
}

const meta = {
  component: Drawer,
  parameters: {
    ...framed,
    ...usage({
      do: ["Use it for rows behind a number, next to the page that they belong to."],
      dont: ["Do not ask a question in it: that is a dialog."],
      keys: DIALOG_KEYS,
    }),
  },
  args: { title: "Lead time", children: <p style={{ margin: "1rem" }}>Two rows</p>, onClose: fn() },
} satisfies Meta<typeof Drawer>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Open: Story = {
  play: async () => {
    await expect(await screen.findByRole("dialog", { name: "Lead time" })).toHaveAttribute("aria-modal", "true");
  },
};
export const ReturnsFocus: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: (args) => <DrawerWithTrigger {...args} />,
  play: async ({ args, canvas, userEvent }) => {
    const trigger = canvas.getByRole("button", { name: "Show rows" });
    await userEvent.click(trigger);
    await screen.findByRole("dialog", { name: "Lead time" });
    await waitFor(() => expect(screen.getByRole("button", { name: "Close" })).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(trigger).toHaveFocus());
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
