import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SearchResultFacts } from "../../src/components/search/SearchResultFacts.tsx";
import { codeResult, commitResult, issueResult, symbolResult } from "../../tests/fixtures/search.ts";

const meta = {
  component: SearchResultFacts,
  args: { result: commitResult(), href: "/projects/atlas/commits/9f2c1e7b", sourceName: "acme/atlas" },
} satisfies Meta<typeof SearchResultFacts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Commit: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas }) => {
    await expect(canvas.getByRole("link", { name: "9f2c1e7" })).toHaveAttribute("href", args.href);
    await expect(canvas.getByText("acme/atlas")).toBeVisible();
  },
};
/** Its hash is no link without a page. */
export const CommitWithoutPage: Story = {
  args: { href: undefined },
  play: ({ canvas }) => expect(canvas.queryByRole("link", { name: "9f2c1e7" })).toBeNull(),
};
export const File: Story = { args: { result: codeResult() } };
export const Symbol: Story = { args: { result: symbolResult() } };
export const AuthorWithPage: Story = {
  args: { result: issueResult(), personHref: "/projects/atlas/people/bora-u-bora" },
  play: ({ args, canvas }) =>
    expect(canvas.getByRole("link", { name: args.result.author ?? "" })).toHaveAttribute("href", args.personHref),
};
export const Turkish: Story = { args: { result: symbolResult() }, globals: { locale: "tr" } };
