import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { RequestPreview } from "../../src/components/requests/RequestPreview.tsx";
import { requestCard } from "../../tests/fixtures/requests.ts";

const meta = {
  component: RequestPreview,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    request: requestCard(),
    text: { status: "ready", data: { body: "The filter **dropped** the cursor." } },
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    href: "/projects/atlas/requests/12",
    onRetry: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof RequestPreview>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { parameters: { chromatic: { disableSnapshot: false } } };
export const Loading: Story = { args: { text: { status: "loading" } } };
export const Failed: Story = {
  args: { text: { status: "failed", text: "The host does not answer." } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("alert")).toHaveTextContent("The host does not answer.");
  },
};
export const WithoutText: Story = { args: { text: { status: "ready", data: { body: " " } } } };
export const Turkish: Story = { globals: { locale: "tr" } };
