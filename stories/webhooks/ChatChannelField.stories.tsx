import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ChatChannelField } from "../../src/components/webhooks/ChatChannelField.tsx";
import { slackChannels, teamsChannels } from "../../tests/fixtures/chatLinks.ts";

const meta = {
  component: ChatChannelField,
  args: {
    chat: "slack",
    channels: slackChannels(),
    value: "",
    errors: undefined,
    isLoading: false,
    setUpHref: "/settings/webhooks",
    onValueChange: fn(),
    onReload: fn(),
  },
} satisfies Meta<typeof ChatChannelField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText("Channel"), "#tracker");
    await expect(args.onValueChange).toHaveBeenCalledWith("C01");
    await expect(canvas.getByRole("option", { name: "leads (private)" })).toBeInTheDocument();
    await userEvent.click(canvas.getByRole("button", { name: "Load the channels again" }));
    await expect(args.onReload).toHaveBeenCalledOnce();
  },
};
export const Loading: Story = { args: { channels: null } };
export const Reloading: Story = { args: { isLoading: true, value: "C01" } };
export const NotChosen: Story = { args: { errors: ["This field is required."] } };
/** The app is in no channel. */
export const None: Story = {
  parameters: lightPicture,
  args: { channels: slackChannels({ channels: [] }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/invite @Clew/)).toBeVisible();
  },
};
export const NoApp: Story = {
  args: { channels: slackChannels({ team: null, channels: [] }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Set up the Slack app" })).toHaveAttribute(
      "href",
      "/settings/webhooks",
    );
  },
};
export const Failed: Story = {
  args: {
    channels: slackChannels({
      channels: [],
      is_complete: false,
      failure: "The app lacks scopes (missing_scope): channels:read.",
    }),
  },
};
export const Incomplete: Story = { args: { channels: slackChannels({ is_complete: false }) } };
export const OfTeams: Story = {
  args: { chat: "teams", channels: teamsChannels() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText("Channel"), "Maps / tracker");
    await expect(args.onValueChange).toHaveBeenCalledWith("19:t1@thread.tacv2 19:c1@thread.tacv2");
  },
};
/** The app is in no team. */
export const NoTeam: Story = {
  args: { chat: "teams", channels: { ...teamsChannels(), channels: [] } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Add it to a team in Microsoft Teams/)).toBeVisible();
  },
};
export const NoTeamsApp: Story = {
  args: { chat: "teams", channels: { ...teamsChannels(), team: null, channels: [] } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Set up the Microsoft Teams app" })).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
