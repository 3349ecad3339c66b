import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { ReplyDialog } from "../../src/components/sources/ReplyDialog.tsx";
import { appRights } from "../../tests/fixtures/apps.ts";
import { replySettings } from "../../tests/fixtures/replies.ts";

const meta = {
  component: ReplyDialog,
  args: { name: "acme/rocket", settings: replySettings, preview: null, onSave: fn(), onPreview: fn(), onClose: fn() },
  parameters: { ...framed },
} satisfies Meta<typeof ReplyDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByLabelText("Comment on new and edited issues"));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      enabled: true,
      by: "app",
      account: "clew-acme[bot]",
      template: replySettings.template,
      mentions: false,
      names_all: false,
    });
  },
};
export const WithPreview: Story = {
  args: { preview: { text: "**Likely place**\n\n- `src/search.ts` ([line 3](https://github.com/acme/rocket))" } },
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByLabelText("Preview on"), "#12 Search forgets a word");
    await userEvent.click(screen.getByRole("button", { name: "Show preview" }));
    await expect(args.onPreview).toHaveBeenCalledWith(expect.objectContaining({ issue: "issue-12" }));
    await expect(await screen.findByRole("link", { name: "line 3" })).toBeVisible();
  },
};
/** The app would write, and its owner has not asked for the permission. */
export const AppLacksPermission: Story = {
  args: { rights: { use: "comment", rights: appRights({}), onCheck: fn() } },
  play: async () => {
    await expect(await screen.findByRole("link", { name: "Permissions of the app at GitHub" })).toBeVisible();
  },
};
export const NothingToSay: Story = { args: { preview: { text: null } } };
export const On: Story = {
  args: {
    settings: {
      ...replySettings,
      enabled: true,
      by: "app",
      account: "clew-acme[bot]",
      enabled_by: "Ada Lovelace",
      written: 12,
      waiting: 1,
      failed: 2,
      fault: "acme has suspended the app Clew.",
      failure: "#12: github.com has locked the conversation of this issue.",
    },
  },
};
export const WithoutAccount: Story = {
  args: {
    settings: {
      ...replySettings,
      accounts: [{ by: "account", name: null, reason: "Connect your GitHub account for writing." }],
    },
  },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByLabelText("Comment on new and edited issues"));
    await expect(screen.getByText("Connect your GitHub account for writing.")).toBeVisible();
    await expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  },
};
export const EmptyTemplate: Story = {
  play: async ({ args, userEvent }) => {
    await userEvent.clear(await screen.findByLabelText("Template"));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(await screen.findByText("This field is required")).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};
export const Refused: Story = {
  args: {
    refusal: { text: "The account is grace now. Open the form again and check which account Clew comments with." },
  },
};
export const Loading: Story = { args: { settings: null } };
export const NotLoaded: Story = { args: { settings: null, failure: "The server does not answer." } };
