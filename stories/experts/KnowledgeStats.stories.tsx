import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { KnowledgeStats } from "../../src/components/experts/KnowledgeStats.tsx";
import { knowledgeMap } from "../../tests/fixtures/experts.ts";

const meta = { component: KnowledgeStats, parameters: pictures, args: { map: knowledgeMap() } } satisfies Meta<
  typeof KnowledgeStats
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const MoreThanHalfOrphaned: Story = {
  args: { map: knowledgeMap({ orphans: 300, truck_factor: { count: 0, people: [] } }) },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
