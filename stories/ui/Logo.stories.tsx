import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Logo } from "../../src/components/ui/Logo.tsx";

const meta = {
  component: Logo,
  parameters: { ...pictures, ...usage({ do: ["Use it once on a page."], dont: ["Do not recolour it."] }) },
  args: {},
} satisfies Meta<typeof Logo>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Large: Story = { parameters: { chromatic: { disableSnapshot: true } }, args: { size: 96 } };
