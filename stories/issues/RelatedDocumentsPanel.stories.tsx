import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { RelatedDocumentsPanel } from "../../src/components/issues/RelatedDocumentsPanel.tsx";
import { relatedDocuments } from "../../tests/fixtures/issuePanels.ts";

const meta = {
  parameters: pictures,
  component: RelatedDocumentsPanel,
  args: { documents: relatedDocuments(), sources: new Map([["r-1", "atlas"]]), hrefOf: ({ url }) => url },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "32rem" }}>
        <h1 className="visually-hidden">Issue</h1>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof RelatedDocumentsPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const None: Story = { args: { documents: [] }, parameters: forState };
