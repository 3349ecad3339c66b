import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { AnswerSkeleton } from "../../src/components/localization/AnswerSkeleton.tsx";

const meta = {
  component: AnswerSkeleton,
  args: { label: "Searching the code" },
} satisfies Meta<typeof AnswerSkeleton>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Three placeholders, which are announced once. */
export const Waiting: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent(/^Searching the code$/);
  },
};
