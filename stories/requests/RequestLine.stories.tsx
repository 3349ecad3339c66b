import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { RequestLine } from "../../src/components/requests/RequestLine.tsx";
import { requestCard } from "../../tests/fixtures/requests.ts";

const meta = {
  component: RequestLine,
  parameters: { chromatic: { disableSnapshot: true } },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: { request: requestCard(), href: "/projects/atlas/requests/12" },
} satisfies Meta<typeof RequestLine>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Merged: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: /^#12 Keep the cursor/ })).toHaveAttribute(
      "href",
      "/projects/atlas/requests/12",
    );
  },
};
export const Open: Story = { args: { request: requestCard({ state: "open" }) } };
export const Turkish: Story = { parameters: { chromatic: { disableSnapshot: true } }, globals: { locale: "tr" } };
