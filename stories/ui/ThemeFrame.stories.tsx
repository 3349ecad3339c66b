import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { ThemeFrame } from "../../src/components/ui/ThemeFrame.tsx";
import { Button } from "../../src/components/ui/Button.ts";
const meta = {
  component: ThemeFrame,
  parameters: usage({
    do: ["Use it once, around the app."],
    dont: ["Do not nest two: overlays take the theme of the page."],
  }),
  args: { theme: "light", children: <Button intent="primary" text="Save" /> },
} satisfies Meta<typeof ThemeFrame>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Light: Story = { globals: { theme: "light" } };
export const Dark: Story = {
  args: { theme: "dark" },
  globals: { theme: "dark" },
};
