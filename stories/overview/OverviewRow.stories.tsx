import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout, lightPicture } from "../../.storybook/modes.ts";
import { OverviewRow } from "../../src/components/overview/OverviewRow.tsx";

const meta = {
  component: OverviewRow,
  decorators: [(Row) => <ul style={{ padding: 0, listStyle: "none" }}>{Row()}</ul>],
  args: { children: <a href="/issues/71">Arrival message is sent twice</a>, detail: "Jonas Weber · 2 days ago" },
} satisfies Meta<typeof OverviewRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Row: Story = { parameters: lightPicture };
export const WithoutDetail: Story = { args: { detail: undefined } };
export const LongName: Story = {
  parameters: forLayout,
  args: { children: <a href="/issues/71">{"A title that is much too long for one line. ".repeat(8)}</a> },
};
