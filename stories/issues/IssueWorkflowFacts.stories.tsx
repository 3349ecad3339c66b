import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { FactList } from "../../src/components/patterns/FactList.tsx";
import { IssueWorkflowFacts } from "../../src/components/issues/IssueWorkflowFacts.tsx";
import { issue } from "../../tests/fixtures/issues.ts";
import { workflow } from "../../tests/fixtures/issueWorkflow.ts";

const meta = {
  component: IssueWorkflowFacts,
  args: { issue: issue(workflow()) },
  render: (args) => (
    <FactList layout="row" label="Details">
      <IssueWorkflowFacts {...args} />
    </FactList>
  ),
} satisfies Meta<typeof IssueWorkflowFacts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OnJira: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("in progress")).toBeVisible();
    await expect(canvas.getByText("1.5 h")).toBeVisible();
    await expect(canvas.getByText("Sprint 9")).toBeVisible();
    await expect(canvas.queryByText("Sprint 8")).toBeNull();
    await expect(canvas.getByText("<b>list</b>.png")).toBeVisible();
    await expect(canvas.getByText("and 2 more")).toBeVisible();
    await expect(canvas.getByText("Core <b>team</b>")).toBeVisible();
    await expect(canvas.getByText("1,234.5")).toBeVisible();
    await expect(canvas.getByText(/Dec.* 24|24.* Dec/)).toBeVisible();
    await expect(canvas.getByText("South")).toBeVisible();
  },
};
/** A closed issue of GitHub. */
export const Closed: Story = {
  args: { issue: issue({ state: "closed", resolution: "not_planned", facts: { votes: 0 } }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("not_planned")).toBeVisible();
    await expect(canvas.queryByText("Votes")).toBeNull();
  },
};
