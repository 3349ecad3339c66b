import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";

import { WallFrame } from "../../src/components/dashboards/WallFrame.tsx";

const meta = {
  component: WallFrame,
  parameters: { ...framed },
  args: { title: "Delivery", onStop: fn(), children: <p>Cards</p> },
} satisfies Meta<typeof WallFrame>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Alone: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await screen.findByRole("dialog", { name: "Delivery" });
    await userEvent.keyboard("x");
    await expect(args.onStop).toHaveBeenCalled();
  },
};
export const Rotation: Story = { args: { position: { at: 2, of: 3 } } };
export const Turkish: Story = { args: { position: { at: 2, of: 3 } }, globals: { locale: "tr" } };
