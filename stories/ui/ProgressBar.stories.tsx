import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { forcedColors } from "../../.storybook/forcedColors.ts";
import { usage } from "../../.storybook/usage.ts";
import { ProgressBar } from "../../src/components/ui/ProgressBar.ts";

const meta = {
  component: ProgressBar,
  argTypes: {
    value: { control: { type: "range", min: 0, max: 1, step: 0.05 } },
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    animate: { control: "boolean" },
    stripes: { control: "boolean" },
  },
  parameters: usage({ do: ["Use it where the share that is done is known."], dont: ["Do not use it without a name."] }),
  args: { "aria-label": "Indexing", value: 0.4, intent: "primary", animate: false },
} satisfies Meta<typeof ProgressBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Unknown: Story = { args: { value: 1, stripes: true } };
/** The bar and the share that is done remain where backgrounds are removed. */
export const ForcedColors: Story = {
  ...forcedColors,
  play: async ({ canvas }) => {
    const bar = canvas.getByRole("progressbar", { name: "Indexing" });
    const [track, done] = [bar, ...bar.children].map((part) => getComputedStyle(part));
    await expect(track?.borderTopStyle).toBe("solid");
    await expect(done?.backgroundColor).not.toBe(track?.backgroundColor);
  },
};
