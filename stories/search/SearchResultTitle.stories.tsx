import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SearchResultTitle } from "../../src/components/search/SearchResultTitle.tsx";
import { codeResult, issueResult, symbolResult } from "../../tests/fixtures/search.ts";

const meta = {
  component: SearchResultTitle,
  args: { result: codeResult() },
} satisfies Meta<typeof SearchResultTitle>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The last part of the path is emphasized. */
export const File: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas }) => {
    const name = args.result.path?.split("/").at(-1) ?? "";
    await expect(canvas.getByText(name).closest("strong")).not.toBeNull();
  },
};
export const Symbol: Story = { args: { result: symbolResult() } };
export const Issue: Story = { args: { result: issueResult() } };
