import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ModelOrderList } from "../../src/components/localization/ModelOrderList.tsx";
import { orderedFiles } from "../../tests/fixtures/modelOrder.ts";

const meta = {
  component: ModelOrderList,
  args: { order: orderedFiles(), hrefOf: ({ path }) => `#${path}` },
} satisfies Meta<typeof ModelOrderList>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Each file has its rank in Clew's order, and the model's has no certainty. */
export const Different: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText(/orders these files differently/));
    await expect(canvas.getAllByRole("listitem")[0]).toHaveTextContent("src/sync/cursor.ts Clew: 3");
  },
};
export const Same: Story = {
  args: { order: orderedFiles({ files: [{ repository: "r-1", path: "src/sync/comments.ts", rank: 1 }] }) },
};
export const NoAnswer: Story = {
  args: { order: orderedFiles({ files: null, note: "models.acme.example is busy. Try again in 30 seconds." }) },
};
