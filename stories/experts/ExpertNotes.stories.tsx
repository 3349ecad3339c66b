import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { ExpertNotes } from "../../src/components/experts/ExpertNotes.tsx";
import { expertContext, experts } from "../../tests/fixtures/experts.ts";

const meta = {
  parameters: pictures,
  component: ExpertNotes,
  args: { experts: experts(), context: expertContext() },
} satisfies Meta<typeof ExpertNotes>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {};
export const NoCalendar: Story = {
  parameters: forState,
  args: { experts: experts().map((expert) => ({ ...expert, availability: null })) },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem").length).toBeGreaterThan(1);
  },
};
