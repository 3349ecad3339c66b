import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { Skeleton } from "../../src/components/ui/Skeleton.tsx";

const meta = {
  component: Skeleton,
  parameters: usage({
    do: ["Give it the shape and the height of what is to come, so that nothing moves."],
    dont: ["Do not show it for a refetch: the old data stays."],
  }),
} satisfies Meta<typeof Skeleton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Rows: Story = { args: { shape: "rows", count: 6 } };
export const Cards: Story = { args: { shape: "cards", count: 3 } };
