import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { ReviewThreadCard } from "../../src/components/requests/ReviewThreadCard.tsx";
import { reviewThread } from "../../tests/fixtures/requests.ts";

const meta = {
  component: ReviewThreadCard,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <h2 className="visually-hidden">Timeline</h2>
        <Story />
      </>
    ),
  ],
  args: {
    base: "https://host.example/atlas/pull/12",
    personHref: ({ name }) => `/projects/atlas/people?who=${encodeURIComponent(name)}`,
    thread: reviewThread(),
    href: "/projects/atlas/requests/12?tab=changes",
    headingLevel: 3,
  },
} satisfies Meta<typeof ReviewThreadCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Resolved: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "src/paging.ts, line 42" })).toBeVisible();
    await expect(canvas.getByText("resolved")).toBeVisible();
  },
};
export const Outdated: Story = {
  args: { thread: reviewThread({ is_outdated: true, is_resolved: false, side: "old", start_line: 40 }), href: null },
};
export const EntireFile: Story = { args: { thread: reviewThread({ line: null, hunk: null, is_resolved: null }) } };
export const Turkish: Story = { globals: { locale: "tr" } };
