import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { AnalysisPanel } from "../../src/components/issues/AnalysisPanel.tsx";
import { CommitsPanel } from "../../src/components/issues/CommitsPanel.tsx";
import { RelatedDocumentsPanel } from "../../src/components/issues/RelatedDocumentsPanel.tsx";
import { SimilarIssuesPanel } from "../../src/components/issues/SimilarIssuesPanel.tsx";
import type { Analysis } from "../../contract/analysis.ts";
import { analysis, commitsSince, poorAnalysis, relatedDocuments, similar } from "../../tests/fixtures/issuePanels.ts";

const hrefOf = (id: string): string => `/projects/atlas/issues/${id}`;
const trackers = new Map([
  ["t-1", "atlas"],
  ["t-2", "ATLAS"],
]);
const sources = new Map([["r-1", "atlas"]]);

interface PanelsProps {
  analysis: Analysis;
  isEmpty: boolean;
}

/** All four panels stacked, as on the assistance screen. */
function Panels({ analysis: of, isEmpty }: PanelsProps) {
  return (
    <div style={{ display: "grid", gap: "1rem", maxInlineSize: "32rem" }}>
      <h1 className="visually-hidden">Issue</h1>
      <AnalysisPanel analysis={of} hrefOf={hrefOf} />
      <SimilarIssuesPanel similar={isEmpty ? [] : similar()} trackers={trackers} hrefOf={hrefOf} />
      <RelatedDocumentsPanel
        documents={isEmpty ? [] : relatedDocuments()}
        sources={sources}
        hrefOf={({ url }) => url}
      />
      <CommitsPanel commits={isEmpty ? commitsSince({ commits: [], total: 0 }) : commitsSince()} />
    </div>
  );
}

const meta = {
  component: Panels,
  args: { analysis: analysis(), isEmpty: false },
} satisfies Meta<typeof Panels>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText("Probably fixed already")).toBeVisible();
    await expect(canvas.getByText("src/issues/oldCursor.ts")).toBeVisible();
    const [rests] = canvas.getAllByText("What this rests on");
    if (rests) await userEvent.click(rests);
    await expect(canvas.getByText(/On the 412 newest labelled issues/)).toBeVisible();
    await expect(canvas.getByText("and 1 older one")).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
export const NothingKnown: Story = {
  args: { analysis: poorAnalysis(), isEmpty: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Too few labelled issues to learn from")).toBeVisible();
    await expect(canvas.getByText("5 things are missing in the report")).toBeVisible();
    await expect(canvas.getByText("Nothing like it")).toBeVisible();
  },
};
