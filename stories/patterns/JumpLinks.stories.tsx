import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { JumpLinks } from "../../src/components/patterns/JumpLinks.tsx";

const meta = {
  component: JumpLinks,
  parameters: {
    ...usage({
      do: ["Use it on pages of more than two screens."],
      dont: ["Do not use it for other pages: TabNav and NavRail lead there."],
    }),
  },
  args: {
    label: "Parts of this page",
    targets: [
      { id: "report", text: "Report" },
      { id: "similar", text: "Similar and duplicates" },
      { id: "people", text: "Who" },
    ],
  },
} satisfies Meta<typeof JumpLinks>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("navigation", { name: "Parts of this page" })).toBeVisible();
    await expect(canvas.getByRole("link", { name: "Who" })).toHaveAttribute("href", "#people");
  },
};
export const WithAction: Story = {
  args: { action: <Button size="small" variant="outlined" text="Open all parts" /> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Open all parts" })).toBeVisible();
  },
};
export const ManyTargets: Story = {
  args: { targets: Array.from({ length: 20 }, (_, at) => ({ id: `part${at}`, text: `Part number ${at + 1}` })) },
};
