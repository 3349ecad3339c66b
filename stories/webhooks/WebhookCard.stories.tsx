import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { WebhookCard } from "../../src/components/webhooks/WebhookCard.tsx";
import { outgoingWebhook } from "../../tests/fixtures/webhooks.ts";

const meta = {
  component: WebhookCard,
  args: {
    webhook: outgoingWebhook(),
    headingLevel: 4,
    result: null,
    isTesting: false,
    isChanging: false,
    failure: null,
    onTest: fn(),
    onEdit: fn(),
    onEnable: fn(),
    onReplaceSecret: fn(),
    onRemove: fn(),
    children: null,
  },
} satisfies Meta<typeof WebhookCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const On: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Send a test: Release board" }));
    await expect(args.onTest).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Turn off" }));
    await expect(args.onEnable).toHaveBeenCalledWith(false);
    await userEvent.click(canvas.getByRole("button", { name: "Replace secret" }));
    await expect(args.onReplaceSecret).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Remove" }));
    await expect(args.onRemove).toHaveBeenCalled();
  },
};
export const OfTheSlackApp: Story = {
  args: { webhook: outgoingWebhook({ kind: "slack_app", origin: "https://slack.com", channel: "tracker" }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Slack app, with buttons · #tracker")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Replace secret" })).toBeNull();
  },
};
export const TurnedOffByClew: Story = {
  args: {
    webhook: outgoingWebhook({
      kind: "slack",
      origin: "https://hooks.slack.com",
      is_enabled: false,
      disabled_reason:
        "The Slack channel is archived (channel_is_archived). Create a webhook for another channel in Slack.",
      waiting: 12,
    }),
  },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.queryByRole("button", { name: "Replace secret" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Turn on" }));
    await expect(args.onEnable).toHaveBeenCalledWith(true);
  },
};
export const Failing: Story = {
  args: { webhook: outgoingWebhook({ failing_since: "2026-11-27T08:00:00.000Z", waiting: 1 }) },
};
export const TwoSecrets: Story = {
  parameters: lightPicture,
  args: { webhook: outgoingWebhook({ old_secret_until: "2026-11-28T08:00:00.000Z" }) },
};
export const Tested: Story = { args: { result: { state: "sent", status: 204, duration_ms: 84, error: null } } };
export const TestFailed: Story = {
  args: {
    result: {
      state: "failed",
      status: null,
      duration_ms: 15_000,
      error: "The receiver did not answer within 15 seconds.",
    },
  },
};
export const Testing: Story = { args: { isTesting: true } };
export const Changing: Story = { args: { isChanging: true } };
export const Refused: Story = { args: { failure: { text: "Too many requests. Try again later." } } };
