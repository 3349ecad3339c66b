import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { AmbiguousNumber } from "../../src/components/patterns/AmbiguousNumber.tsx";
import { IssueLink } from "../../src/components/patterns/IssueLink.tsx";
import { issueRow } from "../../tests/fixtures/issues.ts";

const meta = {
  component: AmbiguousNumber,
  parameters: {
    ...usage({
      do: ["Link each of the things by an address that names it alone."],
      dont: ["Do not guess: the number of a mail or a commit message may mean any of them."],
    }),
  },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">71</h1>
        <Story />
      </>
    ),
  ],
  args: {
    title: "Several issues are called 71",
    text: "Trackers of this project use the same numbers.",
    label: "Issues of this number",
    children: [issueRow(1, { key: "#71" }), issueRow(2, { key: "#71" })].map((issue) => (
      <li key={issue.id}>
        <IssueLink issue={issue} href={`/projects/atlas/issues/${issue.id}`} />
      </li>
    )),
  },
} satisfies Meta<typeof AmbiguousNumber>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const Several: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("list", { name: "Issues of this number" })).toBeVisible();
    await expect(canvas.getAllByRole("link")).toHaveLength(2);
  },
};
