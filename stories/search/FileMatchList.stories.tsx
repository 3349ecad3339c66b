import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { FileMatchList } from "../../src/components/search/FileMatchList.tsx";
import { fileMatches } from "../../tests/fixtures/search.ts";

const meta = {
  parameters: pictures,
  component: FileMatchList,
  args: { matches: fileMatches(), hrefOf: (line) => `#L${line}` },
} satisfies Meta<typeof FileMatchList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas }) => {
    // Lines 40 to 44 and 90 to 94 are two passages, and each link leads to the match within.
    const links = canvas.getAllByRole("link");
    await expect(links.map((link) => link.getAttribute("href"))).toEqual(["#L42", "#L92"]);
  },
};
export const Truncated: Story = {
  parameters: forState,
  args: { matches: { ...fileMatches(), total: 1840, truncated: true } },
};
export const Turkish: Story = {
  globals: { locale: "tr" },
  args: { matches: { ...fileMatches(), total: 1840, truncated: true } },
  parameters: forLayout,
};
export const LongLine: Story = {
  args: {
    matches: {
      total: 1,
      truncated: false,
      lines: [{ number: 7, matched: true, segments: [{ text: "token".repeat(300), match: true }] }],
    },
  },
  parameters: forLayout,
};
