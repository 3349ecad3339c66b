import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ImportPreview } from "../../src/components/sources/ImportPreview.tsx";

const meta = {
  component: ImportPreview,
  args: {
    rows: [
      {
        place: 2,
        item: {
          kind: "issue",
          id: "41",
          title: "Payments fail",
          state: "closed",
          author: { id: "ada", name: "Ada Lovelace" },
          labels: ["billing", "urgent"],
          created_at: "2026-11-20T09:00:00Z",
          updated_at: "2026-11-20T09:00:00Z",
        },
        faults: [],
      },
      { place: 3, item: null, faults: ["Row 3, column Created: “soon” is no date from 1970 to 2100."] },
    ],
  },
} satisfies Meta<typeof ImportPreview>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("row", { name: /41 Payments fail Closed Ada Lovelace/ })).toBeVisible();
    await expect(canvas.getByText(/column Created/)).toBeVisible();
  },
};
