import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { IssueLinks } from "../../src/components/issues/IssueLinks.tsx";
import { issueLink, issueLinks } from "../../tests/fixtures/issueWorkflow.ts";

const meta = {
  component: IssueLinks,
  args: { links: issueLinks(), isCapped: false, hrefOf: (address) => `/projects/atlas/issues/${address}` },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 720 }}>
        <h1 className="visually-hidden">Issue</h1>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof IssueLinks>;
export default meta;
type Story = StoryObj<typeof meta>;

export const ByKind: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: /ATLAS-40/ })).toHaveAttribute(
      "href",
      "/projects/atlas/issues/ATLAS-40",
    );
    await expect(canvas.getByRole("link", { name: "acme/tools#9" })).toHaveAttribute(
      "href",
      "https://tracker.example/9",
    );
    await expect(canvas.getByText("is tested by")).toBeVisible();
    await expect(canvas.queryByText(/Paging of lists/)).toBeNull();
  },
};
export const MoreThanShown: Story = {
  args: {
    isCapped: true,
    links: Array.from({ length: 200 }, (_, at) =>
      issueLink({ kind: "blocks", key: `ATLAS-${at}`, url: `https://tracker.example/${at}` }),
    ),
  },
};
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 328 }}>
        <Story />
      </div>
    ),
  ],
  args: { links: [...issueLinks(), issueLink({ kind: "blocks", key: "X".repeat(120), title: "long".repeat(60) })] },
};
