import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "../../src/components/ui/Dialog.tsx";
import { Drawer } from "../../src/components/ui/Drawer.tsx";
import { Omnibar } from "../../src/components/ui/Omnibar.tsx";
import { PopoverButton } from "../../src/components/ui/PopoverButton.tsx";
import { ThemeFrame } from "../../src/components/ui/ThemeFrame.tsx";

// A layer takes the focus in a frame after it opened: without frames it stays outside.
beforeEach(() => {
  vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A button that opens a layer. */
function Opener({ children }: { children: (isOpen: boolean, close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ThemeFrame theme="light">
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {children(isOpen, () => setOpen(false))}
    </ThemeFrame>
  );
}

test.each<[string, (isOpen: boolean, close: () => void) => ReactNode]>([
  [
    "dialog",
    (isOpen, close) => (
      <Dialog isOpen={isOpen} title="Rename" onClose={close}>
        Text
      </Dialog>
    ),
  ],
  [
    "drawer",
    (isOpen, close) => (
      <Drawer isOpen={isOpen} title="Rename" onClose={close}>
        Text
      </Drawer>
    ),
  ],
  [
    "palette",
    (isOpen, close) => (
      <Omnibar
        label="Palette"
        isOpen={isOpen}
        items={[]}
        itemRenderer={() => null}
        onItemSelect={() => undefined}
        onClose={close}
        inputProps={{ "aria-label": "Query", autoFocus: false }}
      />
    ),
  ],
])("Escape closes a %s that has not got the focus yet", async (_name, layer) => {
  render(<Opener>{layer}</Opener>);
  const opener = screen.getByRole("button", { name: "Open" });
  await userEvent.click(opener);
  // A drawer focuses its button as it opens, which a slow machine does after the click.
  await waitFor(() => expect(document.querySelector(".bp6-overlay-open")).not.toBeNull());
  act(() => opener.focus());
  expect(opener).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.querySelector(".bp6-overlay-open")).toBeNull());
});

test("Escape closes a popover that has not got the focus yet, and nothing behind it", async () => {
  const handleKey = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener("keydown", handleKey);
  render(
    <ThemeFrame theme="light">
      <PopoverButton label="Columns" placement="bottom-end" button={{ text: "Open" }} content={<p>Text</p>} />
    </ThemeFrame>,
  );
  // The button that loads the popover is replaced by the one that opens it, which may happen before the first event of userEvent.
  const opener = (): HTMLElement => screen.getByRole("button", { name: "Open" });
  act(() => opener().click());
  expect(await screen.findByRole("dialog", { name: "Columns" })).toBeInTheDocument();
  act(() => opener().focus());
  expect(opener()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(opener()).toHaveAttribute("aria-expanded", "false"));
  expect(handleKey).not.toHaveBeenCalled();
  // Without a layer the key is the page's.
  await userEvent.keyboard("{Escape}");
  expect(handleKey).toHaveBeenCalledOnce();
  document.removeEventListener("keydown", handleKey);
});

test("Escape closes the upper of two layers, also while the lower one has the focus", async () => {
  const onLower = vi.fn<() => void>();
  const layers = (isUpperOpen: boolean, close: () => void): ReactNode => (
    <Dialog isOpen title="Lower" onClose={onLower}>
      <input aria-label="Name" />
      <Dialog isOpen={isUpperOpen} title="Upper" onClose={close}>
        Text
      </Dialog>
    </Dialog>
  );
  render(<Opener>{layers}</Opener>);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog", { name: "Upper" });
  act(() => screen.getByRole("textbox", { name: "Name" }).focus());
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Upper" })).toBeNull());
  expect(onLower).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(onLower).toHaveBeenCalledOnce();
});

test("Escape does not close a busy dialog, nor act on the page behind it", async () => {
  const onClose = vi.fn<() => void>();
  const handleKey = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener("keydown", handleKey);
  const dialog = (isOpen: boolean): ReactNode => (
    <Dialog isOpen={isOpen} isBusy title="Rename" onClose={onClose}>
      Text
    </Dialog>
  );
  render(<Opener>{dialog}</Opener>);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  expect(
    handleKey.mock.calls.every(([{ target }]) => target instanceof Element && target.closest(".bp6-overlay")),
  ).toBe(true);
  document.removeEventListener("keydown", handleKey);
});
