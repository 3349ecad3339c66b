import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout, forState } from "../../.storybook/modes.ts";
import { GlobalSearchResults } from "../../src/components/search/GlobalSearchResults.tsx";
import type { GlobalSearchResultsProps } from "../../src/components/search/GlobalSearchResults.tsx";
import { codeResult, issueResult } from "../../tests/fixtures/search.ts";
const ATLAS = {
  slug: "atlas",
  name: "Atlas",
  total: 2,
  total_capped: false,
  searched: true,
};
const answer = (part: Partial<GlobalSearchResultsProps["answer"]> = {}): GlobalSearchResultsProps["answer"] => ({
  took_ms: 12,
  total: 2,
  total_capped: false,
  results: [codeResult(), issueResult()].map((result) => ({
    ...result,
    project: { slug: "atlas", name: "Atlas" },
  })),
  projects: [ATLAS],
  mistakes: [],
  ...part,
});

const meta = {
  component: GlobalSearchResults,
  args: {
    answer: answer(),
    hrefOf: ({ id }) => `/found/${id}`,
    projectHref: (slug) => `/projects/${slug}`,
  },
} satisfies Meta<typeof GlobalSearchResults>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {};
export const AtLeast: Story = {
  args: { answer: answer({ total: 1000, total_capped: true }) },
  parameters: forState,
};
export const NothingFound: Story = {
  args: {
    answer: answer({
      total: 0,
      results: [],
      projects: [{ ...ATLAS, total: 0 }],
    }),
  },
  parameters: forState,
};
export const OneNotSearched: Story = {
  args: {
    answer: answer({
      projects: [ATLAS, { ...ATLAS, slug: "loom", name: "Loom", total: 0, searched: false }],
    }),
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
