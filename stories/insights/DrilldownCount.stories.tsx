import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DrilldownCount } from "../../src/components/insights/DrilldownCount.tsx";

const meta = {
  component: DrilldownCount,
  // The stories of the page of Insights have the pictures.
  decorators: [
    (Story) => (
      <>
        <h2 className="visually-hidden">Insights</h2>
        <Story />
      </>
    ),
  ],
  args: {
    count: 1234,
    name: "src/cursor.ts",
    onOpen: fn(),
  },
} satisfies Meta<typeof DrilldownCount>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /src\/cursor\.ts/ }));
    await expect(args.onOpen).toHaveBeenCalledOnce();
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
