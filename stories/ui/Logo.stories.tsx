import type { Meta, StoryObj } from "@storybook/react-vite";
import { Logo } from "../../src/components/ui/Logo.tsx";

const meta = { component: Logo, args: {} } satisfies Meta<typeof Logo>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Large: Story = { args: { size: 96 } };
