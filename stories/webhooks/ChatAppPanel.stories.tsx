import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ChatAppPanel } from "../../src/components/webhooks/ChatAppPanel.tsx";
import { SlackAppSteps } from "../../src/components/webhooks/SlackAppSteps.tsx";
import { TeamsAppSteps } from "../../src/components/webhooks/TeamsAppSteps.tsx";
import { Button } from "../../src/components/ui/Button.tsx";
import { slackApp, slackSettings } from "../../tests/fixtures/slack.ts";
import { teamsApp, teamsSettings } from "../../tests/fixtures/teams.ts";

const onCopy = () => Promise.resolve(true);

const meta = {
  component: ChatAppPanel,
  args: {
    chat: "slack",
    app: slackApp(),
    works: "Connected to the workspace Acme.",
    steps: <SlackAppSteps settings={slackSettings({ app: slackApp() })} onSave={fn()} onCopy={onCopy} />,
    onTest: fn(),
    onRemove: fn(),
  },
} satisfies Meta<typeof ChatAppPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Works: Story = {
  parameters: lightPicture,
  args: { result: { passed: true, text: "The app works in the workspace Acme." } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Test the app" }));
    await expect(args.onTest).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "Remove" }));
    await expect(args.onRemove).toHaveBeenCalledOnce();
    await expect(canvas.queryByLabelText("Signing Secret")).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Enter a new token" }));
    await expect(canvas.getByLabelText("Signing Secret")).toBeVisible();
  },
};
/** With a package to download and a step outside of Clew. */
export const MicrosoftTeams: Story = {
  args: {
    chat: "teams",
    app: teamsApp(),
    works: `Connected to the tenant ${teamsApp().tenant_id}.`,
    note: "In Teams, upload the package as a custom app.",
    extraAction: <Button text="Download the package" />,
    steps: <TeamsAppSteps settings={teamsSettings({ app: teamsApp() })} onSave={fn()} onCopy={onCopy} />,
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole("button", { name: "Download the package" })).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Enter a new secret" }));
    await expect(canvas.getByLabelText("Client secret")).toBeVisible();
  },
};
export const Testing: Story = { args: { isTesting: true } };
/** The chat has answered that the app does not work. */
export const NotPassed: Story = { args: { result: { passed: false, text: "The app lacks the scope chat:write." } } };
/** The request itself failed: nothing is known of the app. */
export const TestFailed: Story = {
  args: { failure: { text: "The host is being restarted." } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("alert")).toHaveTextContent("The app could not be tested");
    await expect(canvas.getByRole("alert")).toHaveTextContent("The host is being restarted.");
  },
};
export const Ended: Story = { args: { app: slackApp({ ended: "The app was removed (account_inactive)." }) } };
export const Turkish: Story = { globals: { locale: "tr" } };
