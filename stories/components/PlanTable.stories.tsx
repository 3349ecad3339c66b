import type { Meta, StoryObj } from "@storybook/react-vite";
import { modes } from "../../.storybook/modes.ts";
import { PlanTable } from "../../src/components/PlanTable/PlanTable.tsx";

const meta = { component: PlanTable, args: { current: "Premium" } } satisfies Meta<typeof PlanTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Premium: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const PlanUnknown: Story = { args: { current: null } };
export const Turkish: Story = { globals: { locale: "tr" } };
