import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SlackAppPanel } from "../../src/components/webhooks/SlackAppPanel.tsx";
import { slackApp, slackSettings } from "../../tests/fixtures/slack.ts";

const meta = {
  component: SlackAppPanel,
  args: {
    settings: slackSettings({ app: slackApp() }),
    onSave: fn(),
    onTest: fn(),
    onRemove: fn(),
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof SlackAppPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The steps, from the manifest to the token. */
export const New: Story = {
  args: { settings: slackSettings() },
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
    settings: slackSettings(),
    failure: { text: "", fields: { bot_token: ["Slack does not know this token (invalid_auth)."] } },
  },
};
export const Works: Story = {
  args: { result: { passed: true, text: "The app works in the workspace Acme." } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Test the app" }));
    await expect(args.onTest).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "Remove" }));
    await expect(args.onRemove).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "Enter a new token" }));
    await expect(canvas.getByLabelText("Signing Secret")).toBeVisible();
  },
};
export const Testing: Story = { args: { isTesting: true } };
export const Ended: Story = {
  args: { settings: slackSettings({ app: slackApp({ ended: "The app was removed (account_inactive)." }) }) },
};
export const Turkish: Story = { args: { settings: slackSettings() }, globals: { locale: "tr" } };
