import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { LEFT_OUT_KINDS } from "../../contract/sources/leftOut.ts";
import { SkippedItems } from "../../src/components/sources/SkippedItems.tsx";

const meta = {
  parameters: pictures,
  component: SkippedItems,
  args: { items: [{ kind: "confidential_issue", count: 12 }] },
} satisfies Meta<typeof SkippedItems>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OneKind: Story = {};
export const One: Story = { args: { items: [{ kind: "restricted_page", count: 1 }] }, parameters: forState };
export const EachKind: Story = {
  args: { items: LEFT_OUT_KINDS.map((kind, at) => ({ kind, count: 1234 - at * 200 })) },
  parameters: { chromatic: { modes: { narrow: modes.narrow, tr: modes.tr } } },
};
export const ReadByARole: Story = { args: { role: "Maintainer" }, parameters: forState };
export const None: Story = { args: { items: [] }, parameters: forState };
