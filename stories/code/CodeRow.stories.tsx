import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CodeRow } from "../../src/components/code/CodeRow.tsx";

const meta = {
  component: CodeRow,
  // The stories of the code page have the pictures.
  args: {
    line: 12,
    text: "const warp = <b>1</b>;",
    html: undefined,
    isSelected: false,
    isCurrent: false,
    marks: [],
    current: null,
    isFolded: null,
    onFold: fn(),
    controls: "lines",
  },
  render: (args) => (
    <div id={args.controls}>
      <CodeRow {...args} />
    </div>
  ),
} satisfies Meta<typeof CodeRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { parameters: lightPicture };
export const Highlighted: Story = { args: { html: '<span class="hljs-keyword">const</span> warp = 1;' } };
export const Selected: Story = { args: { isSelected: true } };
export const Current: Story = { args: { isCurrent: true }, parameters: { chromatic: { disableSnapshot: true } } };
export const Found: Story = { args: { marks: [{ from: 6, to: 10 }], current: { from: 6, to: 10 } } };
export const Foldable: Story = { args: { isFolded: false } };
export const Folded: Story = { args: { isFolded: true } };
export const Discussed: Story = {
  args: { discussions: 2, onDiscussions: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "2 past discussions at line 12" }));
    await expect(args.onDiscussions).toHaveBeenCalledWith(12);
  },
};
export const HiddenCharacters: Story = { args: { text: "if (a) { \u202e b } " } };
export const VeryLong: Story = { args: { text: "0123456789".repeat(2000) } };
