import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { SimilarIssuesPanel } from "../../src/components/issues/SimilarIssuesPanel.tsx";
import { similar } from "../../tests/fixtures/issuePanels.ts";

const meta = {
  parameters: pictures,
  component: SimilarIssuesPanel,
  args: {
    similar: similar(),
    fileHref: (repository: string, path: string) => `#${repository}/${path}`,
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
    trackers: new Map([
      ["t-1", "atlas"],
      ["t-2", "ATLAS"],
    ]),
    hrefOf: (id) => `/projects/atlas/issues/${id}`,
  },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "32rem" }}>
        <h1 className="visually-hidden">Issue</h1>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof SimilarIssuesPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const None: Story = {
  args: { similar: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("No similar issue")).toBeVisible();
  },
  parameters: forState,
};
