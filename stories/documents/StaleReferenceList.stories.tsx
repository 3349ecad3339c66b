import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, modes, layoutModes, forState } from "../../.storybook/modes.ts";
import { StaleReferenceList } from "../../src/components/documents/StaleReferenceList.tsx";
import { staleReferences, noStaleReferences } from "../../tests/fixtures/documents.ts";

const meta = {
  parameters: pictures,
  component: StaleReferenceList,
  args: {
    references: staleReferences(),
    lineHref: (line) => `#L${line}`,
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
  },
  decorators: [
    (Story) => (
      <div style={{ inlineSize: "18rem" }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof StaleReferenceList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Outdated: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, tr: modes.tr } } },
};
export const NamesNothing: Story = { parameters: forState, args: { references: noStaleReferences({ checked: 0 }) } };
export const RepositoryUnread: Story = {
  parameters: forState,
  args: { references: noStaleReferences({ state: "unread" }) },
};
export const ComparisonFailed: Story = {
  args: { references: staleReferences({ state: "failed" }) },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const NeverCompared: Story = {
  args: { references: noStaleReferences({ state: "failed", checked: 0 }) },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const LongHistory: Story = {
  args: { references: staleReferences({ since: "2019-04-01T00:00:00Z" }) },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};
