import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { OwnMetricFormulaFields } from "../../src/components/ownMetrics/OwnMetricFormulaFields.tsx";

const meta = {
  component: OwnMetricFormulaFields,
  args: {
    definition: { kind: "formula", text: "[Outages] / [Releases]", unit: "share" },
    textErrors: undefined,
    onChange: fn(),
  },
} satisfies Meta<typeof OwnMetricFormulaFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Filled: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const formula = await screen.findByRole("textbox", { name: "Formula" });
    await userEvent.type(formula, " ");
    await expect(args.onChange).toHaveBeenCalledWith({ ...args.definition, text: `${args.definition.text} ` });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Shown as" }), "hours");
    await expect(args.onChange).toHaveBeenLastCalledWith({ ...args.definition, unit: "hours" });
  },
};
export const Refused: Story = {
  args: { textErrors: ["There is no metric “Outages”."] },
  play: async () => {
    await expect(await screen.findByRole("textbox", { name: "Formula" })).toBeInvalid();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
