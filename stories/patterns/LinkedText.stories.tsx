import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { LinkedText } from "../../src/components/patterns/LinkedText.tsx";

const meta = {
  component: LinkedText,
  // The stories of the commit page have the pictures.
  parameters: {
    ...usage({
      do: ["Use it for text of other people in which the server has found names that lead somewhere."],
      dont: ["Do not use it for Markdown: that is what Markdown is for."],
      keys: LINK_KEYS,
    }),
  },
  args: {
    text: "Fixes #4 and <b>not</b> #5.",
    links: [{ from: 6, to: 8, href: "/projects/atlas/issues/4" }],
  },
} satisfies Meta<typeof LinkedText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "#4" })).toBeVisible();
    await expect(canvas.getByText(/<b>not<\/b> #5/)).toBeVisible();
  },
};
