import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RuleMatch } from "../../src/components/rules/RuleMatch.tsx";

const meta = {
  component: RuleMatch,
  decorators: [
    (Story) => (
      <ul>
        <Story />
      </ul>
    ),
  ],
  args: {
    at: "2026-11-27T08:00:00.000Z",
    subject: { kind: "issue", key: "#12", title: "Search forgets words", address: "12" },
    href: "/projects/atlas/issues/12",
    actions: [
      { do: "label", detail: "search" },
      { do: "comment", detail: "Thanks, grace." },
    ],
  },
} satisfies Meta<typeof RuleMatch>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Planned: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "#12 Search forgets words" })).toBeVisible();
  },
};
export const Done: Story = {
  args: {
    actions: [
      { do: "label", detail: "search", state: "done", text: null },
      { do: "assign", detail: "ada", state: "refused", text: "github.com answers: Issues are locked." },
      { do: "comment", detail: "Thanks.", state: "waiting", text: null },
      { do: "webhook", detail: "Team channel", state: "unknown", text: null },
      { do: "notify", detail: "ada@example.org", state: "discarded", text: null },
    ],
  },
};
export const OfMetric: Story = {
  args: {
    subject: { kind: "project", key: "first_response", title: "Atlas", address: "p1" },
    href: "/projects/atlas/insights",
    actions: [{ do: "webhook", detail: "Team channel" }],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Time to first response" })).toBeVisible();
  },
};
export const OfPage: Story = {
  args: {
    subject: { kind: "source", key: "docs/setup.md", title: "acme/rocket", address: "s1" },
    href: "/projects/atlas/sources",
    actions: [{ do: "notify", detail: "ada@example.org" }],
  },
};
export const Gone: Story = { args: { subject: null, href: null } };
