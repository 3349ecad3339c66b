import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { WeeklyBars } from "../../src/components/charts/WeeklyBars.tsx";

const values = [3, 0, 5, 8, 2, 1, 0, 0, 9, 4, 6, 7];
const meta = {
  component: WeeklyBars,
  args: { label: `Commits per week: ${values.join(", ")}`, values, titles: values.map((count) => `${count} commits`) },
} satisfies Meta<typeof WeeklyBars>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Counts: Story = { parameters: lightPicture };
export const Nothing: Story = { args: { values: values.map(() => 0) } };
export const OnePeak: Story = { args: { values: values.map((_, at) => (at === 5 ? 1009 : 1)) } };
