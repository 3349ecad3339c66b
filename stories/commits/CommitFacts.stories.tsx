import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CommitFacts } from "../../src/components/commits/CommitFacts.tsx";
import { commit } from "../../tests/fixtures/commits.ts";

const meta = {
  component: CommitFacts,
  // The stories of the commit page have the pictures.
  args: {
    commit: commit(),
    elsewhere: [],
    commitHref: ({ hash }) => `/projects/atlas/commits/${hash}`,
    personHref: ({ id }) => `/projects/atlas/experts?leave=${id}`,
  },
} satisfies Meta<typeof CommitFacts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    // The author of the commit, and that of its child.
    await expect(canvas.getAllByRole("link", { name: "Elif Yıldız" })).toHaveLength(2);
    await expect(canvas.getByText("Noor Haddad")).toBeVisible();
  },
};
export const Root: Story = {
  args: { commit: commit({ parents: [], children: [], children_total: 0, merged_by: null, credits: [] }) },
};
export const InTwoRepositories: Story = { args: { elsewhere: [{ name: "atlas-mobile", href: "#mobile" }] } };
export const Turkish: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  globals: { locale: "tr" },
  args: { commit: commit({ children_total: 40 }) },
};
