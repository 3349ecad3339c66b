import type { Meta, StoryObj } from "@storybook/react-vite";
import { InlineNotice } from "../../src/components/patterns/InlineNotice.tsx";
import { Button } from "../../src/components/ui/Button.ts";

const meta = {
  component: InlineNotice,
  args: { children: "The tracker's host does not answer, so issues are as of yesterday." },
} satisfies Meta<typeof InlineNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const OwnTitleAndAction: Story = {
  args: { title: "History is still being read", action: <Button size="small" text="Retry" /> },
};
