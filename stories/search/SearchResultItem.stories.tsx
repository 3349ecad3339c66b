import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SearchResultItem } from "../../src/components/search/SearchResultItem.tsx";
import { codeResult, commitResult, issueResult, symbolResult } from "../../tests/fixtures/search.ts";

const meta = {
  component: SearchResultItem,
  // The stories of SearchResults have the pictures of all kinds.
  args: { result: codeResult(), href: "/projects/atlas/documents?path=src/session/Session.ts" },
} satisfies Meta<typeof SearchResultItem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Code: Story = { parameters: lightPicture };
export const Symbol: Story = {
  args: { result: symbolResult() },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Asks for a new token a minute before the present one ends.")).toBeVisible();
  },
};
export const DocumentationInTheLinesAbove: Story = {
  args: {
    result: symbolResult({
      doc: "Asks for a new token.",
      context: { before: ["/** Asks for a new token. */"], after: [], indent: "" },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText("Asks for a new token.")).not.toBeInTheDocument();
  },
};
export const Commit: Story = {
  args: { result: commitResult(), href: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("9f2c1e7")).toBeVisible();
  },
};
export const CommitWithAPage: Story = {
  args: {
    result: commitResult(),
    href: "/projects/atlas/commits/9f2c1e7b",
    renderMatches: () => <p>Its changes</p>,
    isInitiallyUnfolded: true,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "9f2c1e7" })).toHaveAttribute(
      "href",
      "/projects/atlas/commits/9f2c1e7b",
    );
    await expect(canvas.getByText("Its changes")).toBeVisible();
  },
};
export const Issue: Story = { args: { result: issueResult() } };
export const AuthorWithAPage: Story = {
  args: { result: issueResult(), personHref: "/projects/atlas/people/bora-u-bora" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: issueResult().author ?? "" })).toHaveAttribute(
      "href",
      "/projects/atlas/people/bora-u-bora",
    );
  },
};
/** Someone of a host who is no person of the project. */
export const AuthorWithoutAPage: Story = {
  args: { result: issueResult() },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link", { name: issueResult().author ?? "" })).toBeNull();
  },
};
export const MergedRequest: Story = {
  args: { result: { ...issueResult(), kind: "request", state: "merged" } },
  globals: { locale: "tr" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("birleştirildi")).toBeVisible();
  },
};
export const ExplainsItsRank: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Why this rank" }));
    await expect(canvas.getByText("Parts of the score, in points")).toBeVisible();
  },
};
export const UnfoldsTheMatchesOfItsFile: Story = {
  args: { renderMatches: fn(() => <p>All matches</p>) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "All matches in this file" }));
    await expect(canvas.getByText("All matches")).toBeVisible();
  },
};
export const CountsFurtherMatches: Story = {
  args: { renderMatches: fn(() => <p>All matches</p>), matchCount: 13 },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "12 more matches in this file" }));
    await expect(canvas.getByRole("button", { name: "12 more matches in this file", expanded: true })).toBeVisible();
  },
};
export const OnlyMatch: Story = {
  args: { renderMatches: fn(() => <p>All matches</p>), matchCount: 1 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("The only match in this file")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: /match/ })).toBeNull();
  },
};
