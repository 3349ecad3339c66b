import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, layoutModes, modes } from "../../.storybook/modes.ts";
import { linkedSources } from "../../src/domain/linkedSources.ts";
import { SourceStates } from "../../src/components/projects/SourceStates.tsx";
import { failedSync, project, repository, runningSync, sync } from "../../tests/fixtures/projects.ts";

const each = linkedSources(
  project({
    repositories: [
      repository({ id: "1", name: "acme/fresh" }),
      repository({ id: "2", name: "acme/running", sync: runningSync() }),
      repository({ id: "3", name: "acme/counting", sync: runningSync({ total: null }) }),
      repository({ id: "4", name: "acme/waiting", sync: sync({ state: "queued", finished_at: null }) }),
      repository({ id: "5", name: "acme/failed", sync: failedSync() }),
    ],
  }),
);

const meta = {
  component: SourceStates,
  parameters: pictures,
  args: { sources: linkedSources(project()) },
} satisfies Meta<typeof SourceStates>;
export default meta;
type Story = StoryObj<typeof meta>;

export const UpToDate: Story = {};
export const EachState: Story = { args: { sources: each } };
export const LongName: Story = {
  args: { sources: linkedSources(project({ repositories: [repository({ name: "acme-platform/".repeat(12) })] })) },
  parameters: forLayout,
};
export const Narrow: Story = {
  args: { sources: each },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};
