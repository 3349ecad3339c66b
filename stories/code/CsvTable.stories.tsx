import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CsvTable } from "../../src/components/code/CsvTable.tsx";

const meta = {
  component: CsvTable,
  // The stories of the code page have the pictures.
  args: { text: 'name,note\r\nAda,"a, ""b"""\r\nBea,<b>x</b>\r\n', label: "people.csv" },
} satisfies Meta<typeof CsvTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("cell", { name: 'a, "b"' })).toBeVisible();
    await expect(canvas.getByRole("columnheader", { name: "note" })).toBeVisible();
  },
};
export const Tabs: Story = { args: { text: "a\tb\n1\t2\n" } };
export const ManyRows: Story = {
  args: { text: `n,square\n${Array.from({ length: 1200 }, (_, n) => `${n},${n * n}`).join("\n")}` },
};
