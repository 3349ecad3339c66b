import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { DepartureImpactPanel } from "../../src/components/experts/DepartureImpactPanel.tsx";
import { leaving } from "../../tests/fixtures/experts.ts";

const meta = {
  parameters: pictures,
  component: DepartureImpactPanel,
  args: {
    leaving: leaving(),
    truckFactor: 2,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    hrefOf: (_, path) => `/projects/atlas/experts?view=map&folder=${path}`,
  },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Experts</h1>
        <h2 className="visually-hidden">Map</h2>
        <Story />
      </>
    ),
  ],
} satisfies Meta<typeof DepartureImpactPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const NothingIsLost: Story = {
  args: { leaving: leaving({ files: 0, folders: [], issues: 0, truck_factor: 2 }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/No file loses the last person who knows it\./)).toBeVisible();
  },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
