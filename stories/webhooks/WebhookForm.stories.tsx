import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { COMPANY_EVENTS, OUTGOING_KINDS, PROJECT_EVENTS } from "../../contract/notices/outgoingEvents.ts";
import { ChatChannelField } from "../../src/components/webhooks/ChatChannelField.tsx";
import { WebhookForm } from "../../src/components/webhooks/WebhookForm.tsx";
import { slackChannels, teamsChannels } from "../../tests/fixtures/chatLinks.ts";
import { outgoingWebhook } from "../../tests/fixtures/webhooks.ts";

const meta = {
  component: WebhookForm,
  args: {
    webhook: null,
    kinds: OUTGOING_KINDS,
    events: PROJECT_EVENTS,
    isBusy: false,
    failure: null,
    onSave: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof WebhookForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Name")).toHaveFocus();
    await userEvent.type(canvas.getByLabelText("Name"), "Team channel");
    await userEvent.selectOptions(canvas.getByLabelText("Receiver"), "slack");
    await userEvent.type(canvas.getByLabelText("Address"), "https://hooks.slack.com/services/T0/B0/x");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await expect(canvas.getByText("Choose at least one event.")).toBeVisible();
    await userEvent.click(canvas.getByLabelText("Issue closed"));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      kind: "slack",
      label: "Team channel",
      url: "https://hooks.slack.com/services/T0/B0/x",
      channel: "",
      events: ["issue.closed"],
      language: "EN",
    });
  },
};
/** The channel has a field of its own, which the page gives. */
export const OfAnApp: Story = {
  args: {
    channelField: (chat, { value, errors, onValueChange }) => (
      <ChatChannelField
        chat={chat}
        channels={chat === "slack" ? slackChannels() : teamsChannels()}
        value={value}
        errors={errors}
        isLoading={false}
        setUpHref="/settings/webhooks"
        onValueChange={onValueChange}
        onReload={() => undefined}
      />
    ),
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Name"), "Team channel");
    await userEvent.selectOptions(canvas.getByLabelText("Receiver"), "slack_app");
    await expect(canvas.queryByLabelText("Address")).toBeNull();
    await userEvent.click(canvas.getByLabelText("Issue closed"));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.selectOptions(canvas.getByLabelText("Channel"), "C01");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({ kind: "slack_app", url: "", channel: "C01" }),
    );
    // The channel of one chat is none of another.
    await userEvent.selectOptions(canvas.getByLabelText("Receiver"), "teams_app");
    await expect(canvas.getByLabelText("Channel")).toHaveValue("");
    await userEvent.selectOptions(canvas.getByLabelText("Channel"), "Maps / General");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    const channel = "19:t1@thread.tacv2 19:t1@thread.tacv2";
    await expect(args.onSave).toHaveBeenLastCalledWith(
      expect.objectContaining({ kind: "teams_app", url: "", channel }),
    );
  },
};
/** A company has webhooks alone, and its own events. */
export const OfTheCompany: Story = { args: { kinds: ["webhook"], events: COMPANY_EVENTS } };
export const Existing: Story = {
  parameters: lightPicture,
  args: { webhook: outgoingWebhook({ kind: "teams" }) },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.queryByLabelText("Address")).toBeNull();
    await userEvent.click(canvas.getByLabelText("Issue closed"));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ events: ["request.merged"] }));
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalled();
  },
};
export const Refused: Story = {
  args: {
    failure: { text: "", fields: { url: ["This is an address of Slack. Choose Slack as the receiver."] } },
  },
};
export const Busy: Story = { args: { webhook: outgoingWebhook(), isBusy: true } };
