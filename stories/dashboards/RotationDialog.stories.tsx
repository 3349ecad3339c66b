import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";

import { RotationDialog } from "../../src/components/dashboards/RotationDialog.tsx";

const meta = {
  component: RotationDialog,
  parameters: { ...framed },
  args: {
    dashboards: [
      { id: "d-1", name: "Delivery" },
      { id: "d-2", name: "Triage" },
    ],
    first: "d-1",
    onStart: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof RotationDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Two: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("checkbox", { name: "Triage" }));
    const seconds = screen.getByRole("spinbutton", { name: "Seconds for each" });
    await userEvent.clear(seconds);
    await userEvent.type(seconds, "1");
    await userEvent.click(screen.getByRole("button", { name: "Start" }));
    await expect(args.onStart).not.toHaveBeenCalled();
    await userEvent.type(seconds, "0");
    await userEvent.click(screen.getByRole("button", { name: "Start" }));
    await expect(args.onStart).toHaveBeenCalledWith({ ids: ["d-1", "d-2"], seconds: 10 });
  },
};
export const Alone: Story = { args: { dashboards: [] } };
export const Turkish: Story = { globals: { locale: "tr" } };
