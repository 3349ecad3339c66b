import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { ListedRows } from "../../src/components/dashboards/ListedRows.tsx";

const meta = {
  component: ListedRows,
  args: {
    rows: [
      {
        key: "1",
        text: "Routes of the planner",
        href: "/projects/atlas/documents?source=w&path=Routes",
        facts: ["3 outdated names"],
        at: "2026-09-01T10:00:00Z",
      },
      {
        key: "2",
        text: "src/planner/route.ts",
        href: "/projects/atlas/code/r/-/src/planner/route.ts",
        facts: ["Atlas"],
        at: null,
      },
      { key: "3", text: "A commit that is gone", href: undefined, facts: [], at: null },
    ],
  },
} satisfies Meta<typeof ListedRows>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {};
export const LongAndHostile: Story = {
  parameters: lightPicture,
  args: {
    rows: [
      {
        key: "1",
        text: `${"packages/".repeat(30)}<img src=x onerror="alert(1)">\u202egnp.ts`,
        href: "/projects/atlas/code",
        facts: ["Zoë Ünal", "x".repeat(120)],
        at: "2026-09-01T10:00:00Z",
      },
    ],
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
