import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import type { LedgerCount } from "../../contract/sources/ledger.ts";
import { COUNTED_KINDS, COUNT_PRECISIONS } from "../../contract/sources/ledgerKinds.ts";
import { LedgerTable } from "../../src/components/sources/LedgerTable.tsx";

const equal: Omit<LedgerCount, "kind"> = {
  host: 1200,
  precision: "exact",
  held: 1200,
  left_out: [],
  unreadable: { count: 0, examples: [] },
  refused: 0,
  missing: 0,
  extra: 0,
};

const meta = {
  component: LedgerTable,
  args: { label: "Comparison of acme/atlas with its host", counts: [{ ...equal, kind: "issues", left_out: [] }] },
} satisfies Meta<typeof LedgerTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OneKind: Story = { parameters: lightPicture };
export const EachKind: Story = {
  args: {
    counts: COUNTED_KINDS.map((kind, at) => ({
      ...equal,
      kind,
      host: kind === "commits" ? null : 1200 + at,
      precision: COUNT_PRECISIONS[at % COUNT_PRECISIONS.length] ?? "exact",
      left_out: kind === "issues" ? [{ kind: "confidential_issue", count: 12 }] : [],
      unreadable: { count: at % 2, examples: at % 2 === 1 ? [{ item: "#12", field: "created_at" }] : [] },
      missing: at,
    })),
  },
};
export const Narrow: Story = { ...EachKind, globals: { viewport: { value: "phone" } } };
