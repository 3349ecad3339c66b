import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { AssignedIssues } from "../../src/components/issues/AssignedIssues.tsx";
import { issueRow } from "../../tests/fixtures/issues.ts";
const meta = {
  parameters: pictures,
  component: AssignedIssues,
  args: {
    issues: [0, 1, 2].map((number) => ({
      ...issueRow(number),
      project_name: "Atlas",
    })),
    hrefOf: ({ id }) => `/x/${id}`,
  },
} satisfies Meta<typeof AssignedIssues>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Three: Story = {};
export const NoIssue: Story = { parameters: forState, args: { issues: [] } };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
