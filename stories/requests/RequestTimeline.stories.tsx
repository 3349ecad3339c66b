import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { RequestTimeline } from "../../src/components/requests/RequestTimeline.tsx";
import { changeRequest } from "../../tests/fixtures/requests.ts";

const meta = {
  component: RequestTimeline,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    base: "https://host.example/atlas/pull/12",
    personHref: ({ name }) => `/projects/atlas/people?who=${encodeURIComponent(name)}`,
    entries: changeRequest().timeline,
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
    threadHref: () => "/projects/atlas/requests/12?tab=changes",
  },
} satisfies Meta<typeof RequestTimeline>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/opened the request/)).toBeVisible();
    await expect(canvas.getByText(/pinned by host/)).toBeVisible();
    await expect(canvas.getByText("approved these changes")).toBeVisible();
  },
};
export const Empty: Story = { args: { entries: [] } };
export const Turkish: Story = { globals: { locale: "tr" } };
