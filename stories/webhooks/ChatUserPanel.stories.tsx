import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ChatUserPanel } from "../../src/components/webhooks/ChatUserPanel.tsx";
import { slackLink } from "../../tests/fixtures/slack.ts";

const LINK = { name: "ada", linked_at: "2026-11-20T08:00:00.000Z", fault: null };

const meta = {
  component: ChatUserPanel,
  args: {
    chat: "slack",
    state: slackLink({ team: "Acme" }),
    command: null,
    onBegin: fn(),
    onTyped: fn(),
    onConfirm: fn(),
    onUnlink: fn(),
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof ChatUserPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NotLinked: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Link my Slack user" }));
    await expect(args.onBegin).toHaveBeenCalledOnce();
  },
};
export const Code: Story = {
  args: { command: "/clew link ABCDEFGHJK" },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("/clew link ABCDEFGHJK")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "I have typed it" }));
    await expect(args.onTyped).toHaveBeenCalledOnce();
  },
};
export const NotArrived: Story = {
  args: { command: "/clew link ABCDEFGHJK", hasTyped: true },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/^Your code has not arrived yet\./)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: /^Copy/ }));
    await expect(args.onCopy).toHaveBeenCalledWith("/clew link ABCDEFGHJK");
  },
};
export const Pending: Story = {
  args: { state: slackLink({ team: "Acme", pending: { user: "UADA", name: "ada" } }) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Yes, link ada" }));
    await expect(args.onConfirm).toHaveBeenCalledWith("UADA");
  },
};
export const Linked: Story = {
  args: { state: slackLink({ team: "Acme", link: LINK }) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Unlink" }));
    await expect(args.onUnlink).toHaveBeenCalledOnce();
  },
};
export const NotDelivered: Story = {
  args: { state: slackLink({ team: "Acme", link: { ...LINK, fault: "Slack does not deliver to this user." } }) },
};
export const Busy: Story = { args: { state: slackLink({ team: "Acme", link: LINK }), isBusy: true } };
export const Failed: Story = { args: { failure: "This Slack user is linked to another user of Clew." } };
export const Teams: Story = {
  args: { chat: "teams", command: "link ABCDEFGHJK" },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("link ABCDEFGHJK")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "I have sent it" }));
    await expect(args.onTyped).toHaveBeenCalledOnce();
  },
};
export const TeamsLinked: Story = { args: { chat: "teams", state: slackLink({ team: "Acme", link: LINK }) } };
export const TeamsTurkish: Story = { args: { chat: "teams" }, globals: { locale: "tr" } };
export const Turkish: Story = { args: { command: "/clew link ABCDEFGHJK" }, globals: { locale: "tr" } };
