import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { PLAN_COUNTED_KINDS, PLAN_PART_KINDS } from "../../contract/billing/planLosses.ts";
import { PlanChangeList } from "../../src/components/company/PlanChangeList.tsx";
import { planChange } from "../../tests/fixtures/account.ts";

const all = planChange({
  losses: [
    ...PLAN_COUNTED_KINDS.map((kind) => ({ kind, used: 2, allowed: 1 })),
    ...PLAN_PART_KINDS.map((kind) => ({ kind, used: null, allowed: null })),
  ],
});

const meta = {
  component: PlanChangeList,
  args: { change: planChange() },
} satisfies Meta<typeof PlanChangeList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Losses: Story = { parameters: lightPicture };
export const Each: Story = { args: { change: all } };
export const EachInTurkish: Story = { args: { change: all }, globals: { locale: "tr" } };
export const Nothing: Story = { args: { change: planChange({ from: "Standard", to: "Enterprise", losses: [] }) } };
