import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { SearchSummary } from "../../src/components/search/SearchSummary.tsx";
import { failedSync, runningSync, sync } from "../../tests/fixtures/projects.ts";
import { indexedSource, searchAnswer } from "../../tests/fixtures/search.ts";

const meta = { component: SearchSummary, parameters: pictures, args: { answer: searchAnswer() } } satisfies Meta<
  typeof SearchSummary
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Exact: Story = {};
export const Capped: Story = {
  args: { answer: searchAnswer({ total: 10_000, total_capped: true, took_ms: 12.04 }) },
  parameters: forState,
};
export const OneResult: Story = { args: { answer: searchAnswer({ total: 1 }) }, parameters: forState };
export const TimeDidNotSuffice: Story = {
  parameters: forState,
  args: {
    answer: searchAnswer({ total: 41, total_capped: true, took_ms: 402, partial: { searched: 9120, of: 38733 } }),
  },
};
export const FilesWithoutIndex: Story = {
  args: {
    answer: searchAnswer({
      unsearched: [{ source: "r-atlas", repository: "acme/atlas", large: 3, over_limit: 0, unreadable: 1 }],
    }),
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const OneSourceSyncing: Story = {
  parameters: forState,
  args: {
    answer: searchAnswer({
      sources: [indexedSource(), indexedSource({ id: "2", name: "acme/second", sync: runningSync() })],
    }),
  },
};
export const OneSourceFailed: Story = {
  args: {
    answer: searchAnswer({
      sources: [indexedSource(), indexedSource({ id: "2", name: "acme/second", sync: failedSync() })],
    }),
  },
  parameters: forState,
};
export const OneSourceMissing: Story = {
  parameters: forState,
  args: {
    answer: searchAnswer({
      sources: [
        indexedSource(),
        indexedSource({
          id: "2",
          name: "acme/second",
          ready: false,
          sync: sync({ state: "queued", finished_at: null, items: 0 }),
        }),
      ],
    }),
  },
};
