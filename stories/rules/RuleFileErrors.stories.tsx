import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RuleFileErrors } from "../../src/components/rules/RuleFileErrors.tsx";

const meta = {
  component: RuleFileErrors,
  args: {
    file: {
      source: "source-1",
      name: "thread",
      read_at: "2026-11-27T08:00:00.000Z",
      errors: [
        { line: 7, text: "There is no such field: merge." },
        { line: 12, text: "Another rule has this name." },
      ],
    },
  },
} satisfies Meta<typeof RuleFileErrors>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Mistakes: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Line 7: There is no such field: merge.")).toBeVisible();
  },
};
