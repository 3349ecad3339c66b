import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { RequestFacts } from "../../src/components/requests/RequestFacts.tsx";
import { changeRequest } from "../../tests/fixtures/requests.ts";

const meta = {
  component: RequestFacts,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    request: changeRequest(),
    personHref: ({ name }) => `/projects/atlas/people?who=${encodeURIComponent(name)}`,
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
  },
} satisfies Meta<typeof RequestFacts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Merged: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("approved")).toBeVisible();
    await expect(canvas.getByText("asked for a review")).toBeVisible();
  },
};
export const Open: Story = {
  args: {
    request: changeRequest({
      state: "open",
      merged_at: null,
      merged_by: null,
      closed_at: null,
      merge: null,
      author: null,
      assignees: [],
      reviewers: [],
      labels: [],
      checks: "failure",
      check_list: [{ name: "build", state: "failure", url: "javascript:alert(1)", at: null }],
    }),
  },
};
export const Closed: Story = { args: { request: changeRequest({ state: "closed", merged_at: null, checks: null }) } };
export const Turkish: Story = { globals: { locale: "tr" } };
