import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { insightViews } from "../../tests/fixtures/insights.ts";

import { MapFigure } from "../../src/components/insights/MapFigure.tsx";

const meta = {
  component: MapFigure,
  args: {
    hotspots: insightViews().hotspots,
    knowledge: null,
    truckFactor: null,
    fileHref: ({ path }) => `/projects/atlas/code/${path}`,
    mapHref: () => "/projects/atlas/experts?view=map",
  },
} satisfies Meta<typeof MapFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Hotspots: Story = { parameters: lightPicture };
export const Knowledge: Story = { args: { hotspots: null, knowledge: insightViews().knowledge, truckFactor: 2 } };
export const Nothing: Story = { args: { hotspots: [] } };
export const Turkish: Story = { globals: { locale: "tr" } };
