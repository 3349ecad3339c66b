import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";

import { CardFilterFields } from "../../src/components/dashboards/CardFilterFields.tsx";

const meta = {
  component: CardFilterFields,
  args: { of: "issues", filter: { state: ["open"] }, errors: undefined, onChange: fn() },
} satisfies Meta<typeof CardFilterFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Issues: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "State" }), "any");
    await expect(args.onChange).toHaveBeenCalledWith({});
  },
};
export const Requests: Story = { args: { of: "requests", filter: { state: ["merged"] } } };
export const Search: Story = { args: { of: "search", filter: { q: ["TODO"], language: ["Go"] } } };
export const Fault: Story = { args: { of: "search", filter: {}, errors: ["This field is required"] } };
export const Turkish: Story = { globals: { locale: "tr" } };
