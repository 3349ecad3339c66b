import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";

import { CountFigure } from "../../src/components/dashboards/CountFigure.tsx";

const meta = {
  component: CountFigure,
  args: { count: 41, isCapped: false, parts: [], partsName: "Opened in each part of the period" },
} satisfies Meta<typeof CountFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Now: Story = { parameters: lightPicture };
export const OverTime: Story = {
  args: {
    parts: [
      { name: "2 to 8 Nov 2026", count: 3 },
      { name: "9 to 15 Nov 2026", count: 0 },
      { name: "16 to 22 Nov 2026", count: 5 },
    ],
  },
  play: ({ canvas }) => expect(canvas.getByRole("img", { name: /9 to 15 Nov 2026: 0/ })).toBeVisible(),
};
export const AtLeast: Story = {
  args: { count: 10_000, isCapped: true },
  play: ({ canvas }) => expect(canvas.getByText("at least 10,000")).toBeVisible(),
};
export const Turkish: Story = { args: { count: 10_000, isCapped: true }, globals: { locale: "tr" } };
