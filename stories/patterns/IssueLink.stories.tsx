import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { IssueLink } from "../../src/components/patterns/IssueLink.tsx";

const meta = {
  component: IssueLink,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it wherever an issue is evidence: its state, key and title in one line."],
      dont: ["Do not use it for an issue of a list with more facts: use a table row."],
      keys: LINK_KEYS,
    }),
  },
  args: {
    issue: { id: "i-1", address: "i-1", key: "PAY-118", title: "The cursor is lost after a reload", state: "open" },
    href: "#/issues/i-1",
  },
} satisfies Meta<typeof IssueLink>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Open: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link")).toHaveAccessibleName("PAY-118 The cursor is lost after a reload");
  },
};
export const Closed: Story = {
  args: { issue: { id: "i-2", address: "i-2", key: "#42", title: "Typing is slow in large files", state: "closed" } },
};
export const LongTitle: Story = {
  args: {
    issue: {
      id: "i-3",
      address: "i-3",
      key: "PAY-7",
      title: "The list of results jumps back to its start when a result is opened and closed again ".repeat(2).trim(),
      state: "open",
    },
  },
  parameters: forLayout,
};
