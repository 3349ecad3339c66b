import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { StaleReferenceBadge } from "../../src/components/documents/StaleReferenceBadge.tsx";
import { staleReferences, noStaleReferences } from "../../tests/fixtures/documents.ts";

const meta = {
  parameters: pictures,
  component: StaleReferenceBadge,
  args: { references: staleReferences() },
} satisfies Meta<typeof StaleReferenceBadge>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Outdated: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, tr: modes.tr } } },
};
export const Fresh: Story = { parameters: forState, args: { references: noStaleReferences() } };
export const NamesNothing: Story = { parameters: forState, args: { references: noStaleReferences({ checked: 0 }) } };
export const Checking: Story = {
  args: { references: noStaleReferences({ state: "checking", checked: 0 }) },
  parameters: forState,
};
export const CheckingAgain: Story = {
  args: { references: staleReferences({ state: "checking" }) },
  parameters: forState,
};
export const RepositoryUnread: Story = {
  parameters: forState,
  args: { references: noStaleReferences({ state: "unread" }) },
};
