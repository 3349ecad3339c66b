import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { TargetMark } from "../../src/components/insights/TargetMark.tsx";
import { insightTarget } from "../../tests/fixtures/insights.ts";

const meta = {
  component: TargetMark,
  args: { target: insightTarget() },
} satisfies Meta<typeof TargetMark>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Missed: Story = {
  parameters: lightPicture,
  play: ({ canvas }) => expect(canvas.getByText("target at most 24 hr: missed")).toBeVisible(),
};
export const Met: Story = {
  args: { target: insightTarget({ metric: "throughput", value: 5, verdict: "met" }) },
  play: ({ canvas }) => expect(canvas.getByText("target at least 5 a week: met")).toBeVisible(),
};
/** The interval contains the target. */
export const Unclear: Story = {
  args: { target: insightTarget({ verdict: "unclear" }) },
  play: ({ canvas }) => expect(canvas.getByText("target at most 24 hr: too close to judge")).toBeVisible(),
};
export const Few: Story = { args: { target: insightTarget({ verdict: "few" }) } };
export const Uncovered: Story = {
  args: { target: insightTarget({ metric: "throughput", value: 5, verdict: "uncovered" }) },
};
export const Narrowed: Story = { args: { target: insightTarget({ verdict: "narrowed" }) } };
export const Share: Story = {
  args: { target: insightTarget({ metric: "unanswered", value: 0.1, verdict: "met" }) },
  play: ({ canvas }) => expect(canvas.getByText("target at most 10%: met")).toBeVisible(),
};
export const Short: Story = { args: { isShort: true } };
export const Turkish: Story = { globals: { locale: "tr" } };
