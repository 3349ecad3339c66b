import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ChangeMark } from "../../src/components/insights/ChangeMark.tsx";

const meta = {
  component: ChangeMark,
  args: { change: { verdict: "up", judgement: "worse" } },
} satisfies Meta<typeof ChangeMark>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Worse: Story = {
  parameters: lightPicture,
  play: ({ canvas }) => expect(canvas.getByText("worse")).toBeVisible(),
};
export const Better: Story = { args: { change: { verdict: "down", judgement: "better" } } };
/** More commits are neither better nor worse. */
export const NoJudgement: Story = {
  args: { change: { verdict: "up", judgement: null } },
  play: ({ canvas }) => expect(canvas.getByText("more")).toBeVisible(),
};
export const Unclear: Story = {
  args: { change: { verdict: "unclear", judgement: null } },
  play: ({ canvas }) => expect(canvas.getByText("no clear change")).toBeVisible(),
};
export const Few: Story = { args: { change: { verdict: "few", judgement: null } } };
export const Uncovered: Story = { args: { change: { verdict: "uncovered", judgement: null } } };
