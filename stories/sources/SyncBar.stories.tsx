import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout, forState } from "../../.storybook/modes.ts";
import { SyncBar } from "../../src/components/sources/SyncBar.tsx";
import { failedSync, runningSync, sync } from "../../tests/fixtures/projects.ts";

const meta = { component: SyncBar, args: { name: "acme/atlas", sync: runningSync() } } satisfies Meta<typeof SyncBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Running: Story = {};
export const RunningWithoutATotal: Story = { args: { sync: runningSync({ step: "fetch", total: null }) } };
export const UnknownStep: Story = { args: { sync: runningSync({ step: "polishing" }) }, parameters: forState };
export const WaitingForTheHost: Story = {
  args: { sync: runningSync({ step: "waiting", error: "Waiting for quota until 11:40 UTC." }) },
  parameters: forState,
};
export const Queued: Story = { args: { sync: runningSync({ state: "queued", step: null, done: 0, total: null }) } };
export const Ready: Story = { args: { sync: sync() } };
export const Failed: Story = { args: { sync: failedSync() }, parameters: forState };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const LongName: Story = { args: { name: "incident-response-tooling/".repeat(5) }, parameters: forLayout };
