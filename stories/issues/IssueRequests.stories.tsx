import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { IssueRequests } from "../../src/components/issues/IssueRequests.tsx";
import { requestCard } from "../../tests/fixtures/requests.ts";

const meta = {
  component: IssueRequests,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Issue</h1>
        <Story />
      </>
    ),
  ],
  args: {
    requests: [
      { request: requestCard(), how: "closes" },
      { request: requestCard({ url: "https://host.example/13", key: "#13", state: "open" }), how: "branch" },
    ],
    hrefOf: ({ address }) => `/projects/atlas/requests/${address}`,
  },
} satisfies Meta<typeof IssueRequests>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { parameters: lightPicture };
export const Nothing: Story = { args: { requests: [] } };
export const Turkish: Story = { globals: { locale: "tr" } };
