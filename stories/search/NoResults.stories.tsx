import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { NoResults } from "../../src/components/search/NoResults.tsx";
import { nothingFound } from "../../tests/fixtures/search.ts";

const meta = {
  parameters: pictures,
  component: NoResults,
  args: { answer: nothingFound(), onReplace: fn(), onClearFilters: fn(), onRemoveFilter: fn() },
} satisfies Meta<typeof NoResults>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WordsApart: Story = {};
/** In one project the next step is to look in all of them. */
export const InOneProject: Story = {
  args: { allProjectsHref: "/?q=retry" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Search all projects" })).toHaveAttribute("href", "/?q=retry");
  },
};
export const WordMissing: Story = {
  parameters: forState,
  args: {
    answer: nothingFound({
      missing: [
        { word: "refrehs", suggestion: "refresh" },
        { word: "zzyzx", suggestion: null },
      ],
    }),
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Search for “refresh” instead" }));
    await expect(args.onReplace).toHaveBeenCalledWith("refrehs", "refresh");
  },
};
/** No missing word can be named for a regular expression. */
export const PatternFitsNothing: Story = {
  parameters: forState,
  args: { hasPattern: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Nothing matches the pattern/)).toBeVisible();
  },
};
/** Signs have no words that the index could have. */
export const SignsAlone: Story = {
  args: { literal: '"C++"', onLiteral: fn() },
  parameters: { chromatic: { disableSnapshot: true } }, // laid out like WordMissing
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: 'Search for "C++"' }));
    await expect(args.onLiteral).toHaveBeenCalledWith('"C++"');
    await expect(canvas.queryByText(/Every word occurs/)).toBeNull();
  },
};
export const Filtered: Story = {
  parameters: forState,
  args: { answer: nothingFound({ filtered_out: 1204 }) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Search without filters" }));
    await expect(args.onClearFilters).toHaveBeenCalled();
  },
};
export const QueryNotUnderstood: Story = {
  parameters: forState,
  args: {
    answer: nothingFound({
      mistakes: [{ code: "unclosedParenthesis", at: 0, end: 1, found: "(", detail: "…", fix: "" }],
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("A part of the query is not valid. Correct what is marked above.")).toBeVisible();
    await expect(canvas.queryByText(/but not together/)).toBeNull();
  },
};
export const LongWord: Story = {
  args: { answer: nothingFound({ missing: [{ word: "antidisestablishment".repeat(8), suggestion: null }] }) },
  parameters: forLayout,
};
export const WhichFilterRemovedTheRest: Story = {
  parameters: forState,
  args: {
    answer: nothingFound({
      filtered_out: 0,
      filtered_by: [
        { filter: "lang", value: "go", at: 8, results: 12 },
        { filter: "folder", value: "src/", at: null, results: 1 },
      ],
    }),
  },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/Without lang:go there are 12 results/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Search without folder:src/" }));
    await expect(args.onRemoveFilter).toHaveBeenCalledWith({ filter: "folder", value: "src/", at: null, results: 1 });
  },
};
