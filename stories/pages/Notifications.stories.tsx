import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { failWith, pending, respond } from "../../tests/fixtures/handlers.ts";
import { noticePage, notices, noticeSettings } from "../../tests/fixtures/notices.ts";
import { project } from "../../tests/fixtures/projects.ts";

/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { disableSnapshot: false, modes: pageModes } },
  args: { path: "/notifications", handlers: { listNotices: respond(noticePage(notices())) } },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

const NO_PICTURE = { chromatic: { disableSnapshot: true } };

export const Ready: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { level: 2, name: "Unread" }, COLD)).toBeVisible();
    await expect(
      canvas.getByRole("link", { name: "#71 Tokens with a dot are cut in two was assigned to you" }),
    ).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const Empty: Story = {
  args: { handlers: { listNotices: respond(noticePage()) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { level: 1, name: "Notifications" }, COLD)).toBeVisible();
  },
};
export const Loading: Story = { args: { handlers: { listNotices: pending } }, parameters: NO_PICTURE };
export const Failed: Story = {
  args: { handlers: { listNotices: failWith() } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("button", { name: "Retry" }, COLD)).toBeVisible();
  },
  parameters: NO_PICTURE,
};
export const Settings: Story = {
  args: {
    path: "/settings/notifications",
    handlers: { getNoticeSettings: respond(noticeSettings()), listProjects: respond([project()]) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "Notifications" }, COLD)).toHaveAttribute(
      "aria-current",
      "page",
    );
  },
  parameters: onPhoneToo,
};
export const SettingsFailed: Story = {
  args: { path: "/settings/notifications", handlers: { getNoticeSettings: failWith() } },
  parameters: NO_PICTURE,
};
