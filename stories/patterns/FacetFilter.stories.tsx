import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { FacetFilter } from "../../src/components/patterns/FacetFilter.tsx";

const meta = {
  component: FacetFilter,
  args: {
    name: "Labels",
    choices: [
      { value: "bug", label: "bug", count: 12 },
      { value: "ui", label: "ui", count: 3 },
    ],
    chosen: [],
    onChange: fn(),
  },
} satisfies Meta<typeof FacetFilter>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingChosen: Story = {};
export const OneChosen: Story = { args: { chosen: ["bug"] } };
export const NoChoices: Story = { args: { choices: [] } };
export const WithoutCounts: Story = {
  args: { choices: [{ value: "bug", label: "bug" }] },
};
export const Many: Story = {
  args: {
    choices: Array.from({ length: 40 }, (_, index) => ({
      value: `l${index}`,
      label: `label ${index}`,
      count: index,
    })),
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
