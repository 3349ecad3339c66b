import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BulkChangePanel } from "../../src/components/issues/BulkChangePanel.tsx";
import { bulkOffers } from "../../src/domain/bulkOffers.ts";
import { blockedActions, issueActions } from "../../tests/fixtures/issueWrites.ts";

const meta = {
  component: BulkChangePanel,
  args: { offers: bulkOffers([issueActions()]), pending: null, failure: null, onChange: fn() },
} satisfies Meta<typeof BulkChangePanel>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Names are chosen first, and applied to all issues together. */
export const Labels: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Add labels" }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "search" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "docs" }));
    await userEvent.click(canvas.getByRole("button", { name: "Apply" }));
    await expect(args.onChange).toHaveBeenCalledWith({ action: "labels", add: ["search", "docs"], remove: [] });
  },
};
/** A state is set whatever state an issue has, and a milestone instead of any other. */
export const SingleValues: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "State" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Close as completed" }));
    const state = { action: "state", from: null, to: "completed", resolution: null };
    await expect(args.onChange).toHaveBeenLastCalledWith(state);
    await userEvent.click(canvas.getByRole("button", { name: "Milestone" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "None" }));
    await expect(args.onChange).toHaveBeenLastCalledWith({ action: "milestones", add: [], remove: [], replaces: true });
  },
};
export const SeveralTrackers: Story = { args: { offers: null } };
export const Blocked: Story = { args: { offers: blockedActions("off", "Writing to this tracker is off.") } };
/** It is not known whether the server has it: sent again it is stored once. */
export const NotHeld: Story = {
  args: { failure: "It is not known whether this server has the change: no connection.", onSendAgain: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Send again" }));
    await expect(args.onSendAgain).toHaveBeenCalled();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
