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
/** A priority replaces that of each issue, also one that was not seen. */
export const Priority: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Priority" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Low" }));
    const priority = { action: "priority", from: null, to: "Low", replaces: true };
    await expect(args.onChange).toHaveBeenLastCalledWith(priority);
  },
};
const without = (...names: string[]) =>
  issueActions({
    actions: issueActions().actions.map((offer) =>
      names.includes(offer.action) ? { ...offer, reason: "The issue is closed." } : offer,
    ),
  });
/** What works for a part of the issues is offered, with why the others are left as they are. */
export const SomeAreSkipped: Story = {
  args: { offers: bulkOffers([issueActions(), without("priority", "labels")]) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("button", { name: "Priority" })).toBeEnabled();
    await expect(canvas.getByRole("list", { name: /left as they are/ })).toHaveTextContent(
      "Labels, Priority: The issue is closed.",
    );
  },
};
export const NoPriority: Story = {
  args: { offers: bulkOffers([without("priority")]) },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button", { name: "Priority" })).toBeNull();
    await expect(canvas.getByRole("list", { name: "What does not work here" })).toHaveTextContent(
      "Priority: The issue is closed.",
    );
  },
};
export const SeveralTrackers: Story = { args: { offers: null } };
export const Blocked: Story = {
  args: { offers: bulkOffers([blockedActions("off", "Writing to this tracker is off.")]) },
};
/** It is not known whether the server has it: sent again it is stored once. */
export const NotHeld: Story = {
  args: { failure: "It is not known whether this server has the change: no connection.", onSendAgain: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Send again" }));
    await expect(args.onSendAgain).toHaveBeenCalled();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
