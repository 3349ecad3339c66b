import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SlackAppSteps } from "../../src/components/webhooks/SlackAppSteps.tsx";
import { slackSettings } from "../../tests/fixtures/slack.ts";

const meta = {
  component: SlackAppSteps,
  args: {
    settings: slackSettings(),
    onSave: fn(),
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof SlackAppSteps>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The steps, from the manifest to the token. */
export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Save the app" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText("Bot User OAuth Token"), "xoxb-1");
    await userEvent.type(canvas.getByLabelText("Signing Secret"), "0a");
    await userEvent.click(canvas.getByRole("button", { name: "Save the app" }));
    await expect(args.onSave).toHaveBeenCalledWith({ bot_token: "xoxb-1", signing_secret: "0a" });
    await userEvent.click(canvas.getByText("The manifest, if Slack does not open with it"));
    await userEvent.click(canvas.getByRole("button", { name: "Copy" }));
    await expect(args.onCopy).toHaveBeenCalledWith(slackSettings().manifest);
  },
};
/** The server has no public address yet. */
export const NotPublic: Story = {
  args: { settings: slackSettings({ manifest: '{ "request_url": "http://127.0.0.1:9433/api/v1/slack/" }' }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/sets CLEW_PUBLIC_URL first/)).toBeVisible();
  },
};
export const Refused: Story = {
  args: {
    failure: { text: "", fields: { bot_token: ["Slack does not know this token (invalid_auth)."] } },
  },
};
export const Saving: Story = { args: { isSaving: true } };
export const Turkish: Story = { globals: { locale: "tr" } };
