import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CodeFolder } from "../../src/components/code/CodeFolder.tsx";
import { codeEntries } from "../../tests/fixtures/code.ts";

const meta = {
  component: CodeFolder,
  // The stories of the code page have the pictures.
  args: {
    entries: codeEntries(),
    total: 6,
    parentHref: "#up",
    hrefOf: ({ path }) => `#${path}`,
    commitHref: (hash) => `#${hash}`,
  },
} satisfies Meta<typeof CodeFolder>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "--output=x.ts" })).toHaveAttribute("href", "#--output=x.ts");
    await expect(canvas.queryByRole("link", { name: /caf/ })).toBeNull();
  },
};
export const Root: Story = { args: { parentHref: null } };
export const Empty: Story = { args: { entries: [], total: 0 } };
export const Cut: Story = { args: { total: 12_000 } };
