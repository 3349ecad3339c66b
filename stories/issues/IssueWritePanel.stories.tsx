import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { IssueWritePanel } from "../../src/components/issues/IssueWritePanel.tsx";
import { blockedActions, issueActions } from "../../tests/fixtures/issueWrites.ts";

const meta = {
  component: IssueWritePanel,
  args: {
    offers: issueActions(),
    pending: null,
    draft: "",
    unknown: null,
    onDraftChange: fn(),
    onChange: fn(),
    onLeave: fn(),
  },
} satisfies Meta<typeof IssueWritePanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Comment: Story = {
  parameters: lightPicture,
  args: { draft: "The cause is in `search.ts`." },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox", { name: "Comment" }), "!");
    await expect(args.onDraftChange).toHaveBeenCalledWith("The cause is in `search.ts`.!");
    await userEvent.click(canvas.getByRole("button", { name: "Comment" }));
    await expect(args.onChange).toHaveBeenCalledWith({ action: "comment", body: "The cause is in `search.ts`." });
  },
};
/** What the tracker refused stays in the field, with its words. */
export const Refused: Story = {
  args: {
    draft: "Kept",
    notice: { tone: "danger", text: "github.com refuses: Unable to create comment because issue is locked." },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("textbox", { name: "Comment" })).toHaveValue("Kept");
    await expect(canvas.getByRole("alert")).toHaveTextContent("issue is locked");
  },
};
/** No other change is sent until the outcome of this one is known. */
export const Unknown: Story = {
  args: {
    draft: "Another text",
    unknown: { action: "comment", body: "The text that was sent" },
    notice: { tone: "warning", text: "github.com did not answer, and the change is not there yet." },
    onLookAgain: fn(),
  },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("button", { name: "Comment" })).toBeDisabled();
    await expect(canvas.queryByRole("button", { name: "State" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Look again" }));
    await expect(args.onLookAgain).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Continue without knowing" }));
    await expect(args.onLeave).toHaveBeenCalled();
  },
};
/** The tracker takes no changes for a moment: what was typed, and the outcome of the last change, stay. */
export const UnknownAndBlocked: Story = {
  args: {
    offers: blockedActions("host", "github.com did not answer in time."),
    draft: "Kept",
    unknown: { action: "comment", body: "Kept" },
    notice: { tone: "warning", text: "github.com did not answer, and the change is not there yet." },
    onLookAgain: fn(),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("textbox", { name: "Comment" })).toHaveValue("Kept");
    await expect(canvas.getByRole("button", { name: "Comment" })).toBeDisabled();
    await expect(canvas.getByRole("button", { name: "Look again" })).toBeEnabled();
  },
};
export const Writing: Story = { args: { pending: "comment" } };
/** An account that only reads at the tracker. */
export const ReasonsInstead: Story = {
  args: {
    offers: issueActions({
      actions: issueActions().actions.map((offer) =>
        offer.action === "comment" ? offer : { ...offer, reason: "Your account may not change issues here." },
      ),
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem")).toHaveLength(1);
    await expect(canvas.getByRole("listitem")).toHaveTextContent("State, Labels, Assigned to");
  },
};
export const Off: Story = {
  args: {
    offers: blockedActions("off", "Writing to this tracker is off. An Owner can turn it on in the list of sources."),
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("textbox")).toBeNull();
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const NoConsent: Story = {
  args: {
    offers: blockedActions("consent", "Your GitHub account is connected for reading alone."),
    onConnect: fn(),
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Connect for writing" }));
    await expect(args.onConnect).toHaveBeenCalled();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
export const Narrow: Story = { globals: { viewport: { value: "phone" } } };
