import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ComponentType } from "react";
import { pictures, forLayout, zoomed, inForcedColors } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { expect, waitFor } from "storybook/test";
import { CodeSnippet, type CodeSnippetLine, type CodeSnippetProps } from "../../src/components/ui/CodeSnippet.tsx";

const CODE = [
  "export function tokenize(text: string): Token[] {",
  "  const tokens: Token[] = [];",
  "  for (const match of text.matchAll(PATTERN)) tokens.push({ kind: kindOf(match), text: match[0], at: match.index });",
  "  return tokens;",
  "}",
];

/** The properties without the union, which the types of stories do not accept. */
interface Args {
  lines: readonly CodeSnippetLine[];
  overflow: CodeSnippetProps["overflow"];
  label?: string;
}

const meta = {
  component: CodeSnippet as ComponentType<Args>,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use scroll for one passage that the reader studies.",
        "Use clip in lists and wrap for an opened result: neither is a stop of the Tab key.",
      ],
      dont: ["Do not use it for a whole file: CodeViewer draws only the visible lines."],
      keys: [
        ["Tab", "Moves to a passage that scrolls"],
        ["Arrow keys", "Scroll it"],
      ],
    }),
  },
  argTypes: {
    overflow: { control: "inline-radio", options: ["scroll", "clip", "wrap"] },
    lines: {
      control: "object",
      table: { type: { summary: "{ number, parts: { text, match }[], mark?, change? }[]" } },
    },
  },
  args: {
    overflow: "scroll",
    label: "src/parser/tokenizer.ts from line 41",
    lines: CODE.map((text, at) => ({ number: 41 + at, parts: [{ text, match: false }] })),
  },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 520 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<Args>;
export default meta;
type Story = StoryObj<Args>;

export const Playground: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("group", { name: "src/parser/tokenizer.ts from line 41" })).toHaveFocus();
  },
};
/** A passage that fits is no stop of the Tab key. */
export const Fits: Story = {
  args: { lines: [{ number: 41, parts: [{ text: "return tokens;", match: false }] }] },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.queryByRole("group")).toBeNull());
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
  },
};
export const MarkedLines: Story = {
  args: {
    lines: CODE.map((text, at) => ({
      number: 41 + at,
      parts: [{ text, match: false }],
      mark: at === 2 ? "Matched line:" : undefined,
    })),
  },
};
export const ChangedLines: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // the lines of CommitChangeList
  args: {
    overflow: "clip",
    lines: [
      { number: 41, parts: [{ text: "for (const match of matches) {", match: false }] },
      { number: 42, parts: [{ text: "  tokens.push(match[0]);", match: false }], change: "removed" },
      { number: 42, parts: [{ text: "  tokens.push(tokenOf(match));", match: false }], change: "added" },
      { number: 43, parts: [{ text: "}", match: false }] },
    ],
  },
  play: async ({ canvasElement }) => {
    const signs = [...canvasElement.querySelectorAll("[data-change]")].map(({ textContent }) => textContent);
    await expect(signs).toEqual(["42−  tokens.push(match[0]);\n", "42+  tokens.push(tokenOf(match));\n"]);
  },
};
export const MarkedMatches: Story = {
  args: {
    overflow: "clip",
    lines: [
      {
        number: 41,
        parts: [
          { text: "export function ", match: false },
          { text: "tokenize", match: true },
          { text: "(text: string): Token[] {", match: false },
        ],
      },
    ],
  },
};
export const Wrapped: Story = { args: { overflow: "wrap" }, parameters: forLayout };
export const WithoutNumbers: Story = {
  args: { overflow: "wrap", lines: CODE.map((text) => ({ number: null, parts: [{ text, match: false }] })) },
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
