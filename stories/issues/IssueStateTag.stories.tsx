import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout } from "../../.storybook/modes.ts";
import { IssueStateTag } from "../../src/components/issues/IssueStateTag.tsx";

const meta = { component: IssueStateTag, args: { state: "open" } } satisfies Meta<typeof IssueStateTag>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const Closed: Story = { args: { state: "closed" } };
export const WithoutWord: Story = { args: { hasWord: false } };
export const ClosedWithoutWord: Story = {
  args: { state: "closed", hasWord: false },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
