import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, screen, waitFor } from "storybook/test";
import { forState, pictures, forLayout } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { UpgradeDialog } from "../../src/components/company/UpgradeDialog.tsx";
import { untilDialogHasFocus } from "../untilDialogHasFocus.ts";

const meta = {
  parameters: { ...pictures, ...framed },
  component: UpgradeDialog,
  args: { limit: "projects", contactHref: "/support?topic=upgrade", onClose: fn() },
} satisfies Meta<typeof UpgradeDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

const seen: Story["play"] = async () => {
  await waitFor(() => expect(screen.getByText("Upgrade Required")).toBeVisible());
};
export const Projects: Story = { play: seen };
export const Insights: Story = { parameters: forState, args: { limit: "insights" }, play: seen };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const EscapeCloses: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, userEvent }) => {
    await untilDialogHasFocus();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(args.onClose).toHaveBeenCalled());
  },
};

/** Like the shell, which unmounts the dialog instead of closing it. */
function Shell() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Insights
      </button>
      {isOpen && <UpgradeDialog limit="insights" contactHref="/support" onClose={() => setOpen(false)} />}
    </>
  );
}
export const FocusGoesBack: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  globals: { viewport: { value: "phone" } },
  render: () => <Shell />,
  play: async ({ canvas, userEvent }) => {
    const opener = canvas.getByRole("button", { name: "Insights" });
    await userEvent.click(opener);
    await untilDialogHasFocus();
    await expect(screen.getByRole("dialog").getBoundingClientRect().left).toBeGreaterThan(0);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(opener).toHaveFocus());
  },
};
