import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { PredictionRow } from "../../src/components/issues/PredictionRow.tsx";
import { analysis } from "../../tests/fixtures/issuePanels.ts";

const meta = {
  component: PredictionRow,
  // The stories of AnalysisPanel have the pictures.
  args: { judgement: analysis().area, value: "Bug", hrefOf: (id) => `/projects/atlas/issues/${id}` },
} satisfies Meta<typeof PredictionRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Predicted: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Bug")).toBeVisible();
  },
};
export const NoPrediction: Story = {
  args: { value: null },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText("Bug")).not.toBeInTheDocument();
  },
};
