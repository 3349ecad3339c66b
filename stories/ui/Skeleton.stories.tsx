import type { Meta, StoryObj } from "@storybook/react-vite";
import { Skeleton } from "../../src/components/ui/Skeleton.tsx";

const meta = { component: Skeleton } satisfies Meta<typeof Skeleton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Lines: Story = {};
export const Rows: Story = { args: { shape: "rows", count: 6 } };
export const Cards: Story = { args: { shape: "cards", count: 3 } };
