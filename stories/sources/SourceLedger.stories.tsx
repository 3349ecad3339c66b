import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import type { LedgerCount, SourceLedger as Ledger } from "../../contract/sources/ledger.ts";
import { SourceLedger } from "../../src/components/sources/SourceLedger.tsx";

const count = (part: Partial<LedgerCount> & Pick<LedgerCount, "kind">): LedgerCount => ({
  host: 12_431,
  precision: "exact",
  held: 12_431,
  left_out: [],
  unreadable: { count: 0, examples: [] },
  refused: 0,
  missing: 0,
  extra: 0,
  ...part,
});
const ledger = (part: Partial<Ledger> = {}): Ledger => ({
  source: "t-atlas",
  state: "done",
  done: 20,
  total: 20,
  text: null,
  needs_access: false,
  counted_at: "2026-03-01T08:00:00.000Z",
  counts: [
    count({ kind: "issues" }),
    count({ kind: "requests", host: 310, held: 310 }),
    count({ kind: "comments", host: 54_321, held: 54_321, precision: "reported" }),
  ],
  is_outdated: false,
  sampled: 20,
  differences: [],
  ...part,
});
const issue = (number: number) => ({
  key: `#${number}`,
  title: "The shuttle stops in the middle of the warp",
  url: `https://tracker.example/atlas/issues/${number}`,
});
const unequal = ledger({
  counts: [
    count({
      kind: "issues",
      held: 12_407,
      left_out: [{ kind: "confidential_issue", count: 12 }],
      unreadable: { count: 3, examples: [{ item: "#41", field: "created_at" }] },
      missing: 9,
    }),
    count({ kind: "requests", host: 310, held: 312, extra: 2 }),
  ],
  differences: [
    { kind: "issue", item: issue(17), state: "same_time", fields: ["body", "labels"] },
    { kind: "issue", item: issue(18), state: "newer", fields: ["title", "updated"] },
    { kind: "request", item: null, state: "absent", fields: [] },
  ],
});

const meta = {
  component: SourceLedger,
  args: { name: "acme/atlas", ledger: ledger(), onCompare: fn() },
} satisfies Meta<typeof SourceLedger>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Quiet: one line. */
export const Equal: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent(
      /^Everything that the host has is here: 12,431 issues, 310 requests,? and 54,321 comments\. Compared .+\.$/,
    );
    await userEvent.click(canvas.getByRole("button", { name: "Compare now: acme/atlas" }));
    await expect(args.onCompare).toHaveBeenCalled();
  },
};
export const LeftOut: Story = {
  args: {
    ledger: ledger({
      counts: [count({ kind: "issues", held: 12_419, left_out: [{ kind: "confidential_issue", count: 12 }] })],
    }),
  },
};
export const Unequal: Story = {
  args: { ledger: unequal },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText("9 issues are missing: the next sync reads them.")).toBeVisible();
    await expect(canvas.getByText("3 issues cannot be read, because a field of each is odd.")).toBeVisible();
    await expect(canvas.getByText("2 stored requests are not at the host any more.")).toBeVisible();
    await userEvent.click(canvas.getByText("Ledger"));
    await expect(
      canvas.getByText("Left out: 12 confidential issues and 3 unreadable: #41 (created_at)."),
    ).toBeVisible();
    await expect(canvas.getByRole("link", { name: /^#17 / })).toHaveAttribute(
      "href",
      "https://tracker.example/atlas/issues/17",
    );
    await expect(canvas.getByText("text and labels")).toBeVisible();
  },
};
export const Narrow: Story = {
  args: { ledger: unequal },
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByText("Ledger"));
    await expectNoOverflow(canvasElement);
  },
};
export const Turkish: Story = { args: { ledger: unequal }, globals: { locale: "tr" } };
export const NeverCompared: Story = {
  args: { ledger: ledger({ state: "none", counted_at: null, counts: [], sampled: 0 }) },
};
export const Running: Story = {
  args: { ledger: ledger({ state: "running", done: 7 }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent("7 of 20 items are read again");
    await expect(canvas.getByRole("button", { name: /^Compare now/ })).toHaveAttribute("aria-disabled", "true");
  },
};
export const Waiting: Story = {
  args: {
    ledger: ledger({
      state: "waiting",
      text: "github.com limits requests. Waiting for the rate limit of the host until 10:15 UTC.",
    }),
  },
};
export const Refused: Story = {
  args: { ledger: ledger({ state: "failed", needs_access: true, text: "The host refused the token." }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent(
      "The last comparison failed. The host refused the token. Change the access of the source, then compare again.",
    );
  },
};
export const Outdated: Story = { args: { ledger: ledger({ is_outdated: true }) } };
export const Estimate: Story = {
  args: { ledger: ledger({ counts: [count({ kind: "issues", precision: "about", held: 12_428 })] }) },
};
export const LargerThanCounted: Story = {
  args: {
    ledger: ledger({ counts: [count({ kind: "requests", host: 10_000, held: 18_004, precision: "at_least" })] }),
  },
};
export const Repository: Story = {
  args: {
    ledger: ledger({
      sampled: 0,
      counts: [
        count({ kind: "commits", host: null, held: 4210 }),
        count({ kind: "branches", host: 12, held: 11, missing: 1 }),
        count({ kind: "tags", host: 80, held: 80 }),
      ],
    }),
  },
};
export const NotCounted: Story = {
  args: { ledger: ledger({ counts: [count({ kind: "issues", host: null, precision: "about" })] }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("The host does not say how many there are: Issues.")).toBeVisible();
    await expect(canvas.queryByText(/Everything that the host has/)).toBeNull();
  },
};
export const NotAllowed: Story = { args: { onCompare: undefined } };
