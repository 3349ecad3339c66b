import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NotificationList } from "../../src/components/shell/NotificationList.tsx";
import { notification } from "../../tests/fixtures/people.ts";
import { runningSync } from "../../tests/fixtures/projects.ts";

const meta = {
  component: NotificationList,
  // The stories of NotificationBell have the pictures.
  args: { queue: [notification({ title: "You were added to Payments", href: "/projects/payments" })], running: [] },
} satisfies Meta<typeof NotificationList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithLink: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "You were added to Payments" })).toHaveAttribute(
      "href",
      "/projects/payments",
    );
  },
};
export const WithoutLink: Story = {
  args: { queue: [notification({ title: "Maintenance on Sunday", href: null })] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link")).not.toBeInTheDocument();
  },
};
export const Syncing: Story = {
  args: {
    queue: [],
    running: [{ project: "atlas", source: { kind: "repository", id: "r-atlas" }, sync: runningSync() }],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("progressbar")).toBeVisible();
  },
};
export const Empty: Story = {
  args: { queue: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Nothing new/)).toBeVisible();
  },
};
