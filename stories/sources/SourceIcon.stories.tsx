import type { Meta, StoryObj } from "@storybook/react-vite";
import { SourceIcon } from "../../src/components/sources/SourceIcon.tsx";

const meta = { component: SourceIcon, args: { provider: "github" } } satisfies Meta<typeof SourceIcon>;
export default meta;
type Story = StoryObj<typeof meta>;

export const IconAlone: Story = {};
export const EveryProvider: Story = {
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
export const ATrackerOnACodeHost: Story = { args: { kind: "tracker", hasName: true } };
