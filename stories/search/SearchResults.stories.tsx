import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, waitFor, within } from "storybook/test";
import { pictures, forLayout, forState, layoutModes, modes } from "../../.storybook/modes.ts";
import { SearchResults } from "../../src/components/search/SearchResults.tsx";
import type { SearchResult } from "../../contract/search/search.ts";
import {
  codeResult,
  commitResult,
  issueResult,
  personResult,
  searchAnswer,
  symbolResult,
} from "../../tests/fixtures/search.ts";

const meta = {
  parameters: pictures,
  component: SearchResults,
  argTypes: {
    answer: {
      control: "inline-radio",
      options: ["three kinds", "people and commits", "nothing"],
      mapping: {
        "three kinds": searchAnswer(),
        "people and commits": searchAnswer({ results: [commitResult(), personResult()] }),
        nothing: searchAnswer({ results: [] }),
      },
    },
    isStale: { control: "boolean" },
    sourceNames: { control: "object" },
  },
  args: {
    answer: searchAnswer(),
    sourceNames: { "r-atlas": "acme/atlas" },
    personHref: ({ author_id: id }: SearchResult) => (id === null ? undefined : `/projects/atlas/people/${id}`),
    hrefOf: ({ kind, id }: SearchResult) => (kind === "issue" ? `/projects/atlas/issues/${id}` : undefined),
    onNarrow: fn(),
    onLeave: fn(),
    onMore: fn(),
  },
} satisfies Meta<typeof SearchResults>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const ThreeKinds: Story = { parameters: forState };
export const SixKinds: Story = {
  args: {
    onMore: undefined,
    answer: searchAnswer({
      results: [
        codeResult(),
        symbolResult(),
        issueResult(),
        codeResult({
          kind: "document",
          id: "d",
          path: "docs/sessions.md",
          title: "sessions.md",
          exact: null,
          language: "Markdown",
          line: 12,
          snippet: [
            { text: "A ", match: false },
            { text: "token", match: true },
            { text: " is asked for a minute before the old one ends.", match: false },
          ],
        }),
        commitResult(),
        personResult(),
      ],
    }),
  },
  parameters: { chromatic: { modes: { narrow: modes.narrow, tr: modes.tr } } },
};
export const PagesOfAWiki: Story = {
  args: {
    onMore: undefined,
    answer: searchAnswer({
      results: [
        ["Sessions that end too early", "Handbook/Runbooks/Sessions that end too early"],
        ["Handbook", "Handbook"],
        ["TCP/IP notes", "Handbook/A%2FB/TCP%2FIP notes"],
      ].map(([title = "", path = ""]) =>
        codeResult({
          kind: "document",
          id: path,
          path,
          title,
          url: "https://wiki.example/wiki/spaces/ENG/pages/1",
          exact: null,
          language: null,
          line: null,
          author: "Elif Şahin",
        }),
      ),
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "TCP/IP notes Handbook / A/B" })).toBeVisible();
  },
  parameters: { chromatic: { modes: { narrow: modes.narrow } } },
};
export const WhyThisRank: Story = {
  parameters: forState,
  play: async ({ canvas, userEvent }) => {
    const buttons = canvas.getAllByRole("button", { name: "Why this rank" });
    const why = buttons[1];
    if (!why) throw new Error("no second hit");
    await userEvent.click(why);
    const rows = within(canvas.getByRole("table", { name: "Parts of the score, in points" })).getAllByRole("row");
    await expect(rows.map((row) => row.textContent)).toEqual([
      "words of the query50",
      "one matching function or section40",
      "how many of the words it has8",
      "kind of file-6",
      "Score92",
    ]);
  },
};
export const Stale: Story = { parameters: forState, args: { isStale: true } };
export const AllShown: Story = { parameters: forState, args: { onMore: undefined } };
export const EachExactMatch: Story = {
  parameters: forState,
  args: {
    onMore: undefined,
    answer: searchAnswer({
      results: (["path", "file", "symbol", "hash"] as const)
        .map((exact) => codeResult({ id: exact, exact }))
        .concat(issueResult({ exact: "key" })),
    }),
  },
};
export const LongLines: Story = {
  args: {
    onMore: undefined,
    answer: searchAnswer({
      results: [
        codeResult({
          path: `src/${"a-rather-long-folder-name/".repeat(6)}refreshToken.ts`,
          snippet: [
            { text: `const everything = "${"0123456789".repeat(30)} `, match: false },
            { text: "token", match: true },
            { text: '";', match: false },
          ],
        }),
        issueResult({ title: `#7 ${"A title that does not know when to stop ".repeat(8)}` }),
      ],
    }),
  },
  parameters: forLayout,
};
export const HostileText: Story = {
  parameters: forState,
  args: {
    onMore: undefined,
    answer: searchAnswer({
      results: [
        issueResult({
          title: "#13 <img src=x onerror=alert(1)>",
          snippet: [
            { text: "<script>alert(1)</script> ", match: false },
            { text: "<b>token</b>", match: true },
          ],
        }),
      ],
    }),
  },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector("img, script, mark b")).toBeNull();
    await expect(canvasElement.querySelector("mark")).toHaveTextContent("<b>token</b>");
  },
};
export const SeveralSources: Story = {
  parameters: forState,
  args: { sourceNames: { "r-atlas": "acme/atlas", "t-atlas": "acme/atlas issues" } },
};
export const Narrow: Story = {
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};
export const HitOpensInPlace: Story = {
  parameters: forState,
  play: async ({ canvas, userEvent }) => {
    const hit = canvas.getByRole("button", { name: /refreshToken\.ts/ });
    await expect(hit).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(hit);
    await expect(hit).toHaveAttribute("aria-expanded", "true");
    await expect(canvas.getByText(/answer\.lifetime/)).toBeVisible();
  },
};
export const MovesByArrowKeys: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as ThreeKinds
  play: async ({ args, canvas, userEvent }) => {
    canvas.getByRole("button", { name: /refreshToken\.ts/ }).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect(canvas.getByRole("link", { name: /^#118/ })).toHaveFocus();
    await userEvent.keyboard("{Home}{ArrowUp}");
    await expect(args.onLeave).toHaveBeenCalledTimes(1);
  },
};
/** The other matches of a file unfold under its best one. */
export const MatchesOfAFile: Story = {
  parameters: forState,
  args: {
    renderMatches: ({ path }) => path !== null && <p>Two more matches in {path}.</p>,
  },
  play: async ({ canvas, userEvent }) => {
    const [show] = canvas.getAllByRole("button", { name: "All matches in this file" });
    if (!show) throw new Error("No result has a file with matches.");
    await userEvent.click(show);
    await expect(canvas.getByText(/^Two more matches in .*refreshToken\.ts/)).toBeVisible();
    await userEvent.click(show);
    await expect(canvas.queryByText(/^Two more matches/)).toBeNull();
  },
};
/** By the source, by the file, by the project, or in one list: the order of the results stays within each section. */
export const GroupedBySource: Story = {
  parameters: forState,
  args: { grouping: "repository", sourceNames: { "r-atlas": "acme/atlas", "t-atlas": "acme/atlas issues" } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("heading", { name: "acme/atlas", level: 2 })).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Only acme/atlas issues" }));
    await expect(args.onNarrow).toHaveBeenCalledWith("repository", "t-atlas");
  },
};
export const GroupedByFile: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // sections as in GroupedBySource
  args: {
    grouping: "file",
    answer: searchAnswer({ results: [codeResult(), issueResult(), codeResult({ kind: "symbol", id: "s", line: 50 })] }),
  },
  play: async ({ canvas }) => {
    const headings = canvas.getAllByRole("heading", { level: 2 });
    await expect(headings.map(({ textContent }) => textContent)).toEqual(["src/session/refreshToken.ts", "Issues"]);
  },
};
export const GroupedByProject: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // sections as in GroupedBySource
  args: {
    grouping: "project",
    answer: {
      ...searchAnswer(),
      results: [
        { ...codeResult(), project: { slug: "atlas", name: "Atlas" } },
        { ...issueResult(), project: { slug: "loom", name: "Loom" } },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("region", { name: "Loom" })).toHaveTextContent(/#118/);
  },
};
export const NotGrouped: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // the items of ThreeKinds
  args: { grouping: "none" },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("heading", { level: 2 })).toBeNull();
    await expect(canvas.getByRole("region", { name: "Results" })).toBeVisible();
  },
};
/** What the first three commits changed is shown under their messages. */
export const ChangesOfACommit: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // the list is a component with its own pictures
  args: {
    answer: searchAnswer({
      results: ["9f2c1e7b", "1f2c1e7b", "2f2c1e7b", "3f2c1e7b"].map((hash) => commitResult({ id: hash, hash })),
    }),
    renderMatches: ({ hash }) => <p>Changes of {hash}.</p>,
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText("Changes of 9f2c1e7b.")).toBeVisible();
    await expect(canvas.getAllByText(/^Changes of .*\.$/)).toHaveLength(3);
    await expect(canvas.getAllByText(/asks for a new one a minute earlier/)).toHaveLength(4);
    const [first, , , last] = canvas.getAllByRole("button", { name: "Changes of this commit" });
    if (first) await userEvent.click(first);
    await expect(canvas.queryByText("Changes of 9f2c1e7b.")).toBeNull();
    if (last) await userEvent.click(last);
    await expect(canvas.getByText("Changes of 3f2c1e7b.")).toBeVisible();
  },
};

/** Loads two more results after a moment, as the search does. */
function Growing() {
  const all = Array.from({ length: 5 }, (_, at) =>
    codeResult({ id: `r-${at}`, title: `src/file${at}.ts`, path: `src/file${at}.ts` }),
  );
  const [shown, setShown] = useState(3);
  const [isStale, setStale] = useState(false);
  const more = () => {
    setStale(true);
    setTimeout(() => {
      setShown(5);
      setStale(false);
    }, 100);
  };
  return (
    <SearchResults
      answer={{ ...searchAnswer(), results: all.slice(0, shown) }}
      isStale={isStale}
      sourceNames={{}}
      hrefOf={({ path }) => `/documents?path=${path}`}
      personHref={() => undefined}
      onNarrow={fn()}
      onLeave={fn()}
      onMore={shown < 5 ? more : undefined}
    />
  );
}
export const FocusMovesToTheFirstNewResult: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => <Growing />,
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole("button", { name: "Show more" }).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(canvas.getByRole("link", { name: "src/file3.ts" })).toHaveFocus());
  },
};
