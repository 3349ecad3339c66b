import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout } from "../../.storybook/modes.ts";
import { expect } from "storybook/test";
import { RisksPanel, type RisksPanelProps } from "../../src/components/overview/RisksPanel.tsx";
import { littleOverview, overview } from "../../tests/fixtures/overview.ts";

const { knowledge, hotspots, outdated } = overview();
const meta = {
  component: RisksPanel,
  args: {
    knowledge,
    hotspots,
    outdated,
    codeHref: ({ source, path }) => `/code/${source}/-/${path}`,
    pageHref: (({ path }) => `/documents?path=${path}`) as RisksPanelProps["pageHref"],
    documentsHref: "/documents",
    personHref: ({ id }) => `/people/${id}`,
    mapHref: "/experts?view=map",
    insightsHref: "/insights",
  },
} satisfies Meta<typeof RisksPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Full: Story = { parameters: { chromatic: { disableSnapshot: false } } };
export const WithActions: Story = { args: { actionOf: (_, title) => <button type="button">Add {title}</button> } };
/** All of it is known by one person: one line says so. */
export const OnePerson: Story = {
  args: { knowledge: littleOverview().knowledge, hotspots: [], outdated: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Mira" })).toHaveAttribute(
      "href",
      expect.stringMatching(/^\/people\//),
    );
  },
};
/** The plan has neither experts nor Insights, and no document explorer. */
export const OutdatedOnly: Story = { args: { knowledge: null, hotspots: null, pageHref: null, documentsHref: null } };
export const LongPaths: Story = {
  parameters: forLayout,
  args: { hotspots: [{ repository: "r", path: `${"a-long-folder/".repeat(9)}file.ts`, changes: 1234, fixes: 321 }] },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
