import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { IssueChoice } from "../../src/components/issues/IssueChoice.tsx";
import { issueRow } from "../../tests/fixtures/issues.ts";

const meta = {
  component: IssueChoice,
  // It consists of primitives, which have pictures.
  parameters: { chromatic: { disableSnapshot: true } },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">71</h1>
        <Story />
      </>
    ),
  ],
  args: {
    name: "71",
    issues: [issueRow(1, { key: "#71" }), issueRow(2, { key: "#71", tracker: "t-2" })],
    trackers: new Map([
      ["t-1", "atlas"],
      ["t-2", "atlas-mobile"],
    ]),
    hrefOf: (address) => `/projects/atlas/issues/${address}`,
  },
} satisfies Meta<typeof IssueChoice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("link")).toHaveLength(2);
    await expect(canvas.getByText(/atlas-mobile/)).toBeVisible();
  },
};
export const Turkish: Story = { parameters: { chromatic: { disableSnapshot: true } }, globals: { locale: "tr" } };
