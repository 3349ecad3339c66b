import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { IssueHistory } from "../../src/components/issues/IssueHistory.tsx";
import { issueTimeline } from "../../tests/fixtures/issues.ts";

const meta = {
  component: IssueHistory,
  args: { personHref: ({ name }) => `/projects/atlas/people/${name}`, events: issueTimeline },
} satisfies Meta<typeof IssueHistory>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    const lines = canvas.getAllByRole("listitem").map(({ textContent }) => textContent);
    const expected = [
      "Elif Yıldız opened the issue",
      "Elif Yıldız added the label area: sync",
      "Unknown account changed the status: To Do → In Progress",
      "Elif Yıldız changed the assignee: – → Jonas Weber",
      "Jonas Weber closed the issue",
    ];
    await expect(lines).toEqual(expected.map((line) => expect.stringContaining(line)));
  },
};
/** A type that this version does not know is shown by its name. */
export const UnknownType: Story = {
  args: { events: issueTimeline.slice(0, 1).map((event) => ({ ...event, type: "added_to_merge_queue" })) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("listitem")).toHaveTextContent("Elif Yıldız added to merge queue");
  },
};
