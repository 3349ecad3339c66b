import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { RequestLink } from "../../src/components/patterns/RequestLink.tsx";
import { requestCard } from "../../tests/fixtures/requests.ts";

const meta = {
  component: RequestLink,
  parameters: {
    ...usage({
      do: ["Use it wherever a request is evidence: its state, key and title in one line."],
      dont: ["Do not use it for a request of a list with more facts: use a table row."],
      keys: LINK_KEYS,
    }),
  },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: { request: requestCard(), href: "/projects/atlas/requests/12" },
} satisfies Meta<typeof RequestLink>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Merged: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: /^#12 Keep the cursor/ })).toHaveAttribute(
      "href",
      "/projects/atlas/requests/12",
    );
  },
};
export const Open: Story = { args: { request: requestCard({ state: "open" }) } };
export const Turkish: Story = { globals: { locale: "tr" } };
