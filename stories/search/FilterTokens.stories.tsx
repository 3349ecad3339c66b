import { useState } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { FilterTokens } from "../../src/components/search/FilterTokens.tsx";

const meta = {
  parameters: pictures,
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
function Removable({ onEmptied }: { onEmptied?: (() => void) | undefined }) {
  const [tokens, setTokens] = useState(meta.args.tokens);
  return (
    <FilterTokens
      tokens={tokens}
      onRemove={(id) => setTokens(tokens.filter((token) => token.id !== id))}
      onClear={() => setTokens([])}
      onEmptied={onEmptied}
    />
  );
}
export const FocusMovesToTheNext: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Playground
  args: { onEmptied: fn() },
  render: ({ onEmptied }) => <Removable onEmptied={onEmptied} />,
  play: async ({ args, canvas, userEvent }) => {
    const author = canvas.getByRole("button", { name: "Remove the filter Author: Mira Solak" });
    await userEvent.click(canvas.getByRole("button", { name: "Remove the filter not path: vendor/**" }));
    await expect(author).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getByRole("button", { name: "Remove the filter lang: TypeScript" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onEmptied).toHaveBeenCalledOnce();
  },
};
