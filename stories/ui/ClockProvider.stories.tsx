import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { ClockProvider } from "../../src/components/ui/ClockProvider.tsx";
import { RelativeTime } from "../../src/components/ui/RelativeTime.tsx";

const meta = {
  component: ClockProvider,
  parameters: {
    ...usage({
      do: ["Fix the time of a story or of a test with it."],
      dont: ["Do not use it in the app: its clock does not run."],
    }),
    // The stories of RelativeTime have the pictures.
  },
  args: { now: "2026-03-02T09:00:00Z", children: <RelativeTime at="2026-03-01T09:00:00Z" /> },
} satisfies Meta<typeof ClockProvider>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("yesterday")).toBeVisible();
  },
};
export const ThreeDaysLater: Story = {
  args: { now: "2026-03-04T09:00:00Z" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("3 days ago")).toBeVisible();
  },
};
