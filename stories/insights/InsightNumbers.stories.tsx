import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { InsightNumbers } from "../../src/components/insights/InsightNumbers.tsx";
import { insightChange } from "../../tests/fixtures/insights.ts";

const hours = (value: number): string => `${Math.round(value)} h`;

const meta = {
  component: InsightNumbers,
  args: {
    metric: "lead_time",
    current: 24,
    previous: 30,
    change: insightChange({ metric: "lead_time" }),
    n: 28,
    form: { full: hours, tick: hours },
    onOpen: fn(),
  },
} satisfies Meta<typeof InsightNumbers>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Compared: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("24 h")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: /28/ }));
    await expect(args.onOpen).toHaveBeenCalledOnce();
  },
};
export const Parts: Story = {
  args: {
    change: null,
    parts: [
      { name: "open", value: 12 },
      { name: "in review", value: 5 },
    ],
  },
  play: ({ canvas }) => expect(canvas.queryByText("24 h")).toBeNull(),
};
export const Counting: Story = { args: { isCounting: true } };
/** Without rows there is nothing to open. */
export const Empty: Story = {
  args: { current: null, previous: null, change: null, n: 0 },
  play: ({ canvas }) => expect(canvas.getByRole("button")).toBeDisabled(),
};
export const Turkish: Story = { globals: { locale: "tr" } };
