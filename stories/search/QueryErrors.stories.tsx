import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { parseQuery } from "../../contract/query/searchQuery.ts";
import { QueryErrors } from "../../src/components/search/QueryErrors.tsx";

const of = (query: string) => ({ query, mistakes: parseQuery(query).mistakes });

const meta = {
  parameters: pictures,
  component: QueryErrors,
  args: { ...of("token lnag:go"), onFix: fn() },
} satisfies Meta<typeof QueryErrors>;
export default meta;
type Story = StoryObj<typeof meta>;

export const UnknownFilter: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("Column 7:")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Use lang:" }));
    await expect(args.onFix).toHaveBeenCalledWith("token lang:go");
  },
  parameters: forState,
};
export const CountedCorrection: Story = {
  parameters: forState,
  args: {
    ...of("token lang: go"),
    readings: [{ code: "fix", q: "token lang:go", total: 12, total_capped: false }],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("12 results")).toBeVisible();
  },
};
export const Several: Story = {
  args: of('(foo OR state:opne after:soon "never closed'),
  parameters: { chromatic: { modes: { narrow: modes.narrow, tr: modes.tr } } },
};
export const WordRemoved: Story = {
  parameters: forState,
  args: of("token) refresh"),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Remove it" }));
    await expect(args.onFix).toHaveBeenCalledWith("token refresh");
  },
};
export const BadPattern: Story = {
  parameters: forState,
  args: {
    query: "token /(a)\\1/",
    mistakes: [{ code: "badRegex", at: 6, end: 13, found: "/(a)\\1/".slice(0, 7), fix: null }],
  },
};
export const Long: Story = {
  args: of(`${"a-rather-long-word ".repeat(6)}lnag:go ${"and-what-follows-it ".repeat(6)}`),
  globals: { viewport: { value: "phone" } },
  parameters: forLayout,
};
export const NothingWrong: Story = {
  args: of("token lang:go"),
  parameters: { chromatic: { disableSnapshot: true } }, // an empty picture
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("status")).toBeNull();
  },
};
