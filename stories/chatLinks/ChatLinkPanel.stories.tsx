import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ChatLinkPanel } from "../../src/components/chatLinks/ChatLinkPanel.tsx";
import { chatLink } from "../../tests/fixtures/chatLinks.ts";

const meta = {
  component: ChatLinkPanel,
  args: {
    link: chatLink(),
    issueHref: "/projects/tern/issues/71",
    answer: null,
    isBusy: false,
    failure: null,
    onConfirm: fn(),
  },
} satisfies Meta<typeof ChatLinkPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Assign: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Assign to me" }));
    await expect(args.onConfirm).toHaveBeenCalledWith(null);
  },
};
/** The tracker takes several reasons: one is chosen first. */
export const CloseAs: Story = {
  parameters: lightPicture,
  args: {
    link: chatLink({
      action: "close",
      choices: [
        { id: "completed", name: "Closed: Completed" },
        { id: "not_planned", name: "Closed: Not planned" },
      ],
    }),
  },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("button", { name: "Close the issue" })).toBeDisabled();
    await userEvent.click(canvas.getByLabelText("Closed: Not planned"));
    await userEvent.click(canvas.getByRole("button", { name: "Close the issue" }));
    await expect(args.onConfirm).toHaveBeenCalledWith("not_planned");
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Done: Story = {
  args: { answer: { state: "done", text: "Ada Kaya has assigned it to themselves, as ada." } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent("has assigned it");
    await expect(canvas.queryByRole("button")).toBeNull();
    await expect(canvas.getByRole("link", { name: "Open the issue" })).toBeVisible();
  },
};
export const RefusedByTheTracker: Story = {
  args: { answer: { state: "refused", text: "github.com refused it: the issue is locked." } },
};
/** The answer of the tracker was lost: the same button looks again. */
export const Unknown: Story = {
  args: { answer: { state: "unknown", text: "github.com did not answer." } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Assign to me" })).toBeEnabled();
  },
};
export const Used: Story = {
  args: { link: chatLink({ state: "used", used_by: "Grace Demir", account: null, choices: [] }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Grace Demir has used this link.")).toBeVisible();
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const UsedByAUserWhoIsGone: Story = {
  args: { link: chatLink({ state: "used", account: null, choices: [] }) },
};
export const Started: Story = {
  args: { link: chatLink({ state: "started", used_by: "Grace Demir", account: null, choices: [] }) },
};
export const Expired: Story = { args: { link: chatLink({ state: "expired", account: null, choices: [] }) } };
export const Blocked: Story = {
  args: {
    link: chatLink({ account: null, choices: [], blocked: "Connect your GitHub account in your settings first." }),
  },
};
export const Failed: Story = { args: { failure: { text: "This link was used already." } } };
export const Turkish: Story = { globals: { locale: "tr" } };
/** The title of an issue is a text of anyone. */
export const LongTitle: Story = {
  args: { link: chatLink({ issue: { key: "TERN-71", title: "x".repeat(400), address: "71", state: "open" } }) },
};
