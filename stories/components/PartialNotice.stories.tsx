import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button } from "@blueprintjs/core";
import { PartialNotice } from "../../src/components/PartialNotice/PartialNotice.tsx";

const meta = {
  component: PartialNotice,
  args: { children: "The tracker's host does not answer, so issues are as of yesterday." },
} satisfies Meta<typeof PartialNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const OwnTitleAndAction: Story = {
  args: { title: "History is still being read", action: <Button size="small" text="Retry" /> },
};
