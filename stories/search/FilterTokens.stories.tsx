import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { forLayout, forState } from "../../.storybook/modes.ts";
import { FilterTokens } from "../../src/components/search/FilterTokens.tsx";

const meta = {
  component: FilterTokens,
  args: {
    tokens: [
      { id: "12", name: "lang", value: "TypeScript", isExcluded: false },
      { id: "30", name: "path", value: "vendor/**", isExcluded: true },
      { id: "author Mira Solak", name: "Author", value: "Mira Solak", isExcluded: false },
    ],
    onRemove: fn(),
    onClear: fn(),
  },
} satisfies Meta<typeof FilterTokens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Remove the filter not path: vendor/**" }));
    await expect(args.onRemove).toHaveBeenCalledWith("30");
    await userEvent.click(canvas.getByRole("button", { name: "Remove all" }));
    await expect(args.onClear).toHaveBeenCalledOnce();
  },
};
export const One: Story = { parameters: forState, args: { tokens: meta.args.tokens.slice(0, 1) } };
export const Long: Story = {
  parameters: forLayout,
  args: { tokens: [{ id: "1", name: "path", value: "packages/".repeat(40), isExcluded: false }] },
};
export const None: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // draws nothing
  args: { tokens: [] },
};
