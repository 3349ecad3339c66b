import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SearchSnippet } from "../../src/components/search/SearchSnippet.tsx";
import { codeResult, issueResult } from "../../tests/fixtures/search.ts";

const meta = {
  component: SearchSnippet,
  // The stories of SearchResults have the pictures.
  args: { result: codeResult() },
} satisfies Meta<typeof SearchSnippet>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Code: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("refreshToken")).toBeVisible();
  },
};
export const CodeOfThreeLines: Story = { args: { lines: 3 } };
export const Text: Story = { args: { result: issueResult() } };
