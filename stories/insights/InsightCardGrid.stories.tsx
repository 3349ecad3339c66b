import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { InsightCardGrid } from "../../src/components/insights/InsightCardGrid.tsx";
import { Card } from "../../src/components/ui/Card.tsx";
import { Text } from "../../src/components/ui/Text.tsx";

const meta = {
  component: InsightCardGrid,
  args: {
    children: ["Lead time", "Review time", "Open requests", "Commits", "Documents"].map((name) => (
      <Card key={name}>{name}</Card>
    )),
  },
} satisfies Meta<typeof InsightCardGrid>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The cards of the last row share its width. */
export const Cards: Story = { parameters: lightPicture };
/** A text does not share a row with a card. */
export const WithNote: Story = {
  args: {
    children: (
      <>
        <Card>Hotspots</Card>
        <Text as="p" size="small" tone="muted">
          Generated files are left out.
        </Text>
      </>
    ),
  },
  play: async ({ canvas }) => {
    const card = canvas.getByText("Hotspots").getBoundingClientRect();
    const note = canvas.getByText(/^Generated/).getBoundingClientRect();
    await expect(note.top).toBeGreaterThan(card.bottom);
    await expect(note.left).toBe(card.left);
  },
};
