import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ModelRequestBody } from "../../src/components/ask/ModelRequestBody.tsx";

const meta = {
  component: ModelRequestBody,
  args: { body: JSON.stringify({ model: "loom-7b", content: "The digest:\n- #12 <b>Leak</b>" }) },
} satisfies Meta<typeof ModelRequestBody>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Lines: Story = {
  parameters: lightPicture,
  play: async ({ args, canvasElement }) => {
    await expect(canvasElement.querySelector("pre")?.textContent.replaceAll("\n", "")).toBe(args.body);
  },
};
