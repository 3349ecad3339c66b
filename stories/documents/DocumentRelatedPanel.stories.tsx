import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { DocumentRelatedPanel } from "../../src/components/documents/DocumentRelatedPanel.tsx";
import { nothingRelated, related, relatedToPage } from "../../tests/fixtures/documents.ts";

const meta = {
  parameters: pictures,
  component: DocumentRelatedPanel,
  decorators: [
    (Story) => (
      <div style={{ display: "flex", flexDirection: "column", gap: "1.25rem", inlineSize: "16rem" }}>
        <h2 className="visually-hidden">sessionStore.ts</h2>
        <Story />
      </div>
    ),
  ],
  args: {
    personHref: ({ name }) => `/projects/atlas/people/${name}`,
    related: related(),
    issueHref: ({ id }) => `#${id}`,
    pageHref: ({ path }) => `#${path}`,
    fileHref: ({ path }: { path: string }) => `#${path}`,
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
  },
} satisfies Meta<typeof DocumentRelatedPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Everything: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, tr: modes.tr } } },
};
export const OfAWikiPage: Story = { parameters: forState, args: { related: relatedToPage() } };
export const OfAWikiPageWithoutKnownAuthor: Story = {
  parameters: forState,
  args: { related: nothingRelated({ of: "wiki" }) },
};
export const Nothing: Story = { args: { related: nothingRelated() }, parameters: forState };
export const HistoryStillRead: Story = {
  parameters: forState,
  args: { related: nothingRelated({ has_history: false }) },
};
