import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { appRights } from "../../tests/fixtures/apps.ts";
import { ChecksDialog } from "../../src/components/sources/ChecksDialog.tsx";

const off = {
  enabled: false,
  how: "check" as const,
  account: null,
  blocking: [],
  drafts: true,
  reported: 0,
  waiting: 0,
  forks: 0,
  failure: null,
};

const meta = {
  component: ChecksDialog,
  parameters: framed,
  args: {
    name: "acme/rocket",
    checks: off,
    previews: [
      {
        request: {
          key: "#12",
          address: "12",
          title: "Read the cursor once",
          state: "open",
          url: "https://example.org/12",
        },
        title: "1 thing to look at",
        summary: "### Usually changes along, and is not changed\n\n- ` tests/cursor.test.ts `: 6 of 7 commits",
        findings: ["missing"],
      },
    ],
    onSave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof ChecksDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TurnedOn: Story = {
  parameters: { ...framed, ...lightPicture },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("checkbox", { name: "Report on requests at the host" }));
    await userEvent.click(screen.getByRole("checkbox", { name: /are missing/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /drafts/ }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({ enabled: true, blocking: ["missing"], drafts: false });
  },
};
/** What is reported is seen before it is turned on. */
export const Composing: Story = {
  args: { previews: null },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole("checkbox", { name: "Report on requests at the host" }));
    await expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  },
};
export const WithoutPermission: Story = {
  args: {
    checks: {
      ...off,
      enabled: true,
      failure: "acme has not granted the app Clew to write checks. Its owner adds the permission.",
    },
  },
};
/** What is missing is shown once reports are turned on. */
export const AppLacksPermission: Story = {
  args: { rights: { use: "check", rights: appRights({ missing: "installation" }), onCheck: fn() } },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole("checkbox", { name: "Report on requests at the host" }));
    await expect(screen.getByRole("link", { name: "Accept the permissions at GitHub" })).toBeVisible();
  },
};
/** An account writes, and GitLab takes a status and a note. */
export const AtGitlab: Story = {
  args: { checks: { ...off, enabled: true, how: "note", account: "ada", reported: 3, waiting: 1 } },
  play: async () => {
    await expect(await screen.findByText("Written by the account ada.")).toBeVisible();
    await expect(screen.getByText(/keeps one note up to date/)).toBeVisible();
  },
};
export const AtBitbucket: Story = {
  args: { checks: { ...off, enabled: true, how: "report", account: "ada", reported: 3, forks: 2 } },
  play: async () => {
    await expect(await screen.findByText(/2 from forks are left out/)).toBeVisible();
  },
};
export const Loading: Story = { args: { checks: null, previews: null } };
export const NoRequests: Story = { args: { previews: [] } };
export const Failed: Story = { args: { previews: null, failure: "The host did not answer." } };
