import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { EventLine } from "../../src/components/patterns/EventLine.tsx";

const meta = {
  component: EventLine,
  parameters: {
    ...usage({
      do: [
        "Use it for an entry of a timeline that has no text of its own.",
        "Write the action so that it follows a name: `closed the issue`.",
      ],
      dont: ["Do not use it for a comment: `Comment` shows what was written."],
      keys: LINK_KEYS,
    }),
  },
  args: {
    actor: { id: "u-ada", name: "Ada Kaya", email: null, avatar_url: null },
    noActor: "Unknown account",
    action: "added the label area: sync",
    at: "2026-03-01T10:00:00Z",
    personHref: ({ name }) => `/projects/atlas/people/${name}`,
  },
} satisfies Meta<typeof EventLine>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const UnknownActor: Story = {
  args: { actor: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Unknown account/)).toBeVisible();
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};
export const LongAction: Story = { args: { action: `changed the title: ${"unbroken".repeat(60)}` } };
