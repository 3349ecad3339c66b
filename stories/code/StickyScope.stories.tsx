import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { StickyScope } from "../../src/components/code/StickyScope.tsx";
import { codeLineStyle } from "../../src/components/ui/codeLineHeight.ts";
import { CODE, codeContent } from "../../tests/fixtures/code.ts";

const meta = {
  component: StickyScope,
  // The stories of the code page have the pictures.
  args: { scopes: codeContent().symbols.slice(0, 2), lines: CODE.split("\n"), html: () => undefined, onOpen: fn() },
  decorators: [
    (Story) => (
      <div style={{ ...codeLineStyle, minBlockSize: 60 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof StickyScope>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /next\(answer/ }));
    await expect(args.onOpen).toHaveBeenCalledWith(7);
  },
};
export const OutsideOfAll: Story = { args: { scopes: [] } };
