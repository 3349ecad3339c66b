import type { Meta, StoryObj } from "@storybook/react-vite";
import { DIALOG_KEYS, usage } from "../../.storybook/usage.ts";
import { useState } from "react";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { Drawer, type DrawerProps } from "../../src/components/ui/Drawer.tsx";

/** A button that opens the drawer. */
function DrawerWithTrigger({ isMountedOpen, ...props }: DrawerProps & { isMountedOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    props.onClose();
  };
  return (
    <>
      <Button text="Show rows" onClick={() => setIsOpen(true)} />
      {(isOpen || !isMountedOpen) && (
        <Drawer {...props} isOpen={isOpen} title={isOpen ? props.title : ""} onClose={close}>
          {isOpen && props.children}
        </Drawer>
      )}
    </>
  );
}

const meta = {
  component: Drawer,
  parameters: {
    ...pictures,
    ...framed,
    ...usage({
      do: ["Use it for rows behind a number, next to the page that they belong to."],
      dont: ["Do not ask a question in it: that is a dialog."],
      keys: DIALOG_KEYS,
    }),
  },
  args: { isOpen: true, title: "Lead time", children: <p style={{ margin: "1rem" }}>Two rows</p>, onClose: fn() },
} satisfies Meta<typeof Drawer>;
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
export const Open: Story = {
  parameters: forState,
  play: async () => {
    await expect(await screen.findByRole("dialog", { name: "Lead time" })).toHaveAttribute("aria-modal", "true");
  },
};
export const ReturnsFocus: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: (args) => <DrawerWithTrigger {...args} isMountedOpen={false} />,
  play: async ({ args, canvas, userEvent }) => {
    const trigger = canvas.getByRole("button", { name: "Show rows" });
    await userEvent.click(trigger);
    await screen.findByRole("dialog", { name: "Lead time" });
    await waitFor(() => expect(screen.getByRole("button", { name: "Close" })).toHaveFocus());
    // Until it has slid out it keeps its heading and its rows.
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      const panel = document.querySelector("[role=dialog]");
      if (panel) seen.add(panel.textContent ?? "");
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(trigger).toHaveFocus());
    observer.disconnect();
    await expect([...seen]).toEqual(["Lead timeTwo rows"]);
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
export const ReturnsFocusWhenUnmounted: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: (args) => <DrawerWithTrigger {...args} isMountedOpen />,
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole("button", { name: "Show rows" });
    await userEvent.click(trigger);
    await waitFor(() => expect(screen.getByRole("button", { name: "Close" })).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(trigger).toHaveFocus());
  },
};

/** An element that opens the drawer when the key is pressed; the drawer has the focus before its release. */
export const StaysOpenAtTheRelease: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: function OpenedByKey(args) {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onKeyDown={({ key }) => key === "Enter" && setIsOpen(true)}>
          Show rows
        </button>
        <Drawer
          {...args}
          isOpen={isOpen}
          onClose={() => {
            args.onClose();
            setIsOpen(false);
          }}
        />
      </>
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    canvas.getByRole("button", { name: "Show rows" }).focus();
    await userEvent.keyboard("{Enter>}");
    const close = await screen.findByRole("button", { name: "Close" });
    await waitFor(() => expect(close).toHaveFocus());
    await userEvent.keyboard("{/Enter}");
    await expect(args.onClose).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}");
    await expect(args.onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  },
};
