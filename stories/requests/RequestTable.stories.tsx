import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { RequestTable } from "../../src/components/requests/RequestTable.tsx";
import { requestCard } from "../../tests/fixtures/requests.ts";

const meta = {
  component: RequestTable,
  parameters: { chromatic: { disableSnapshot: true } },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <div style={{ blockSize: 400, display: "flex" }}>
          <Story />
        </div>
      </>
    ),
  ],
  args: {
    rows: [
      requestCard(),
      requestCard({ id: "r-2", key: "#13", title: "Draft of a cache", state: "open", is_draft: true, checks: null }),
      requestCard({ id: "r-3", key: "!14", title: "Closed", state: "closed", author: null, comments: 0, labels: [] }),
    ],
    total: 3,
    paging: "complete",
    hrefOf: ({ address }) => `/projects/atlas/requests/${address}`,
    onOpen: fn(),
    onActive: fn(),
    onPreview: fn(),
    onEscape: fn(),
    onHelp: fn(),
    onLoadMore: fn(),
  },
} satisfies Meta<typeof RequestTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("3 of 3 requests")).toBeVisible();
    await userEvent.keyboard("j ");
    await expect(args.onPreview).toHaveBeenCalled();
  },
};
export const Previewed: Story = { parameters: { chromatic: { disableSnapshot: false } }, args: { previewedId: "r-2" } };
export const Loading: Story = { args: { paging: "loading", total: 900 } };
export const Failed: Story = { args: { paging: "failed", total: 900 } };
export const Narrow: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  globals: { viewport: { value: "mobile1" } },
};
export const Turkish: Story = { parameters: { chromatic: { disableSnapshot: true } }, globals: { locale: "tr" } };
