import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { SourceIcon } from "../../src/components/patterns/SourceIcon.tsx";

const meta = {
  component: SourceIcon,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Show it next to the name of a source."],
      dont: ["Do not use it as the only name of a source that can be chosen."],
    }),
  },
  args: { provider: "github" },
} satisfies Meta<typeof SourceIcon>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const EveryProvider: Story = {
  parameters: forState,
  render: () => (
    <div style={{ display: "grid", gap: "0.5rem" }}>
      {(
        ["github", "gitlab", "bitbucket", "git", "jira", "confluence", "google_calendar", "outlook_calendar"] as const
      ).map((provider) => (
        <SourceIcon key={provider} provider={provider} hasName />
      ))}
    </div>
  ),
};
/** It has an icon of its kind as well: the host's mark alone would be that of its repositories. */
export const ATrackerOnACodeHost: Story = {
  parameters: forState,
  args: { kind: "tracker", hasName: true },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll("svg")).toHaveLength(2);
  },
};
export const ATrackerOfItsOwn: Story = {
  args: { provider: "jira", kind: "tracker", hasName: true },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll("svg")).toHaveLength(1);
  },
};
