import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { OverviewList } from "../../src/components/overview/OverviewList.tsx";
import { OverviewRow } from "../../src/components/overview/OverviewRow.tsx";

const meta = {
  component: OverviewList,
  args: {
    title: "Newest issues",
    count: "of 61 open",
    href: "/issues",
    children: <OverviewRow detail="2 days ago">Arrival message is sent twice</OverviewRow>,
  },
} satisfies Meta<typeof OverviewList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Linked: Story = { parameters: lightPicture };
export const WithoutLink: Story = { args: { href: null, hint: "Why these are listed" } };
export const WithActions: Story = { args: { actions: <button type="button">Add</button> } };
export const WithoutCount: Story = { args: { title: "Changed and fixed most", count: undefined } };
