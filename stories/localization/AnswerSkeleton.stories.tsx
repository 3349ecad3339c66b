import type { Meta, StoryObj } from "@storybook/react-vite";
import { AnswerSkeleton } from "../../src/components/localization/AnswerSkeleton.tsx";

const meta = {
  component: AnswerSkeleton,
  parameters: { chromatic: { disableSnapshot: true } },
  args: { label: "Searching the code" },
} satisfies Meta<typeof AnswerSkeleton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Waiting: Story = {};
