import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { UnsearchableSources } from "../../src/components/search/UnsearchableSources.tsx";

const atlas = { slug: "atlas", name: "Atlas" };
const sources = [
  { id: "a", name: "acme/atlas", project: atlas, reason: "indexing", error: null },
  { id: "b", name: "ATL", project: atlas, reason: "failed", error: "The host refused the token." },
  { id: "c", name: "acme/borealis", project: { slug: "borealis", name: "Borealis" }, reason: "quota", error: null },
  { id: "d", name: "Handbook", project: atlas, reason: "paused", error: null },
] as const;

const meta = {
  parameters: pictures,
  component: UnsearchableSources,
  args: { unsearchable: { total: 4, sources: [...sources] }, hrefOf: (slug) => `/projects/${slug}/sources` },
} satisfies Meta<typeof UnsearchableSources>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: forLayout };
export const Many: Story = {
  args: {
    unsearchable: { total: 2041, sources: [...sources, ...sources.map((one) => ({ ...one, id: `${one.id}2` }))] },
  },
  parameters: { chromatic: { disableSnapshot: true } }, // the picture of Playground with more rows
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("link")).toHaveLength(5);
    await expect(canvas.getByText("2036 others")).toBeInTheDocument();
  },
};
export const None: Story = {
  args: { unsearchable: { total: 0, sources: [] } },
  parameters: { chromatic: { disableSnapshot: true } },
};
