import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { TopSimilarIssues } from "../../src/components/issues/TopSimilarIssues.tsx";
import { similar } from "../../tests/fixtures/issuePanels.ts";

const meta = {
  component: TopSimilarIssues,
  args: { similar: similar(), hrefOf: (address) => `#${address}` },
} satisfies Meta<typeof TopSimilarIssues>;
export default meta;
type Story = StoryObj<typeof meta>;

export const MostAlike: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("link").length).toBeLessThanOrEqual(3);
  },
};
export const Duplicate: Story = {
  args: { similar: similar().map((one) => ({ ...one, is_duplicate: true })) },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText("Probably a duplicate")[0]).toBeVisible();
  },
};
