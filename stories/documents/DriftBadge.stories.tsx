import type { Meta, StoryObj } from "@storybook/react-vite";
import { modes } from "../../.storybook/modes.ts";
import { DriftBadge } from "../../src/components/documents/DriftBadge.tsx";
import { drift, freshDrift } from "../../tests/fixtures/documents.ts";

const meta = {
  component: DriftBadge,
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, tr: modes.tr } } },
  args: { drift: drift() },
} satisfies Meta<typeof DriftBadge>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Outdated: Story = {};
export const Fresh: Story = { args: { drift: freshDrift() } };
export const NamesNothing: Story = { args: { drift: freshDrift({ checked: 0 }) } };
export const Checking: Story = { args: { drift: freshDrift({ state: "checking", checked: 0 }) } };
export const CheckingAgain: Story = { args: { drift: drift({ state: "checking" }) } };
export const OnlyPathsRead: Story = { args: { drift: freshDrift({ state: "unread" }) } };
