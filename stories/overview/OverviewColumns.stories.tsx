import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { OverviewColumns } from "../../src/components/overview/OverviewColumns.tsx";
import { Card } from "../../src/components/ui/Card.tsx";

const meta = {
  component: OverviewColumns,
  args: { main: <Card>Open work</Card>, aside: <Card>Risks</Card> },
} satisfies Meta<typeof OverviewColumns>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Both: Story = { parameters: lightPicture };
