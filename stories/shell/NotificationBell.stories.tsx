import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { NotificationBell } from "../../src/components/shell/NotificationBell.tsx";
import { NotificationList } from "../../src/components/shell/NotificationList.tsx";
import { notification } from "../../tests/fixtures/people.ts";
import { runningSync } from "../../tests/fixtures/projects.ts";

const queue = [
  notification({
    id: "3",
    type: "sync.failed",
    title: "acme/atlas could not be synced",
    body: "The host does not accept this token any more (401).",
  }),
  notification({
    id: "2",
    type: "member.added",
    title: "You were added to Payments",
    href: "/projects/payments",
    created_at: "2026-03-01T10:00:00Z",
  }),
  notification({
    id: "1",
    type: "announcement",
    title: "Maintenance on Sunday",
    href: null,
    created_at: "2026-02-20T10:00:00Z",
  }),
];

const meta = {
  parameters: pictures,
  component: NotificationBell,
  decorators: [
    (Story) => (
      <div style={{ display: "flex", justifyContent: "end", minHeight: "28rem" }}>
        <Story />
      </div>
    ),
  ],
  argTypes: { unread: { control: { type: "number", min: 0 } }, children: { control: false } },
  args: { children: <NotificationList queue={queue} running={[]} />, unread: 2, onOpen: fn() },
} satisfies Meta<typeof NotificationBell>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
const open: Story["play"] = async ({ args, canvas, userEvent }) => {
  await userEvent.click(canvas.getByRole("button", { name: /^Notifications/ }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Notifications" })).toBeVisible());
  await waitFor(() => expect(args.onOpen).toHaveBeenCalled());
};

export const Unread: Story = {};
export const NothingUnread: Story = { args: { unread: 0 }, parameters: forState };
export const MoreThanOneCanCount: Story = { args: { unread: 1234 } };
export const Open: Story = { play: open };
export const OpenAndEmpty: Story = {
  args: { children: <NotificationList queue={[]} running={[]} />, unread: 0 },
  play: open,
  parameters: forState,
};
export const OpenWhileSyncing: Story = {
  args: {
    children: (
      <NotificationList
        queue={queue}
        running={[{ project: "atlas", source: { kind: "repository", id: "r-1" }, sync: runningSync() }]}
      />
    ),
  },
  play: open,
};
