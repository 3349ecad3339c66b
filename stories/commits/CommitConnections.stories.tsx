import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CommitConnections } from "../../src/components/commits/CommitConnections.tsx";
import { commit } from "../../tests/fixtures/commits.ts";

const meta = {
  component: CommitConnections,
  // The stories of the commit page have the pictures.
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Commit</h1>
        <Story />
      </>
    ),
  ],
  args: {
    commit: commit(),
    fileHref: (repository: string, path: string) => `#${repository}/${path}`,
    commitHref: ({ hash }) => `/projects/atlas/commits/${hash}`,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    requestHref: ({ address }) => `/projects/atlas/requests/${address}`,
    issueHref: ({ id }) => `/projects/atlas/issues/${id}`,
  },
} satisfies Meta<typeof CommitConnections>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: /^#4 Cursor is lost <after> a filter/ })).toBeVisible();
    await expect(canvas.getByText("and 10 more")).toBeVisible();
  },
};
export const Nothing: Story = {
  args: { commit: { issues: [], requests: [], releases: [], releases_total: 0, fixes: [], fixes_total: 0 } },
};
export const Turkish: Story = { parameters: { chromatic: { disableSnapshot: true } }, globals: { locale: "tr" } };
