import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { ThreadIllustration } from "../../src/components/patterns/ThreadIllustration.tsx";

const meta = {
  component: ThreadIllustration,
  parameters: {
    ...usage({
      do: ["Use it once on a page that has little else: a sign-in, an empty list, a page that does not exist."],
      dont: ["Do not use it to show data: it is a picture, and screen readers skip it."],
    }),
  },
} satisfies Meta<typeof ThreadIllustration>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll("g[data-reached]")).toHaveLength(5);
    await expect(canvasElement.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
  },
};
/** For a page that does not exist. */
export const Lost: Story = {
  args: { reach: 2 },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll("g[data-reached]")).toHaveLength(2);
  },
};
/** For a list without anything in it. */
export const Beginning: Story = { args: { reach: 1 } };
