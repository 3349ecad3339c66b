import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { expect, waitFor } from "storybook/test";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { CodeBlock } from "../../src/components/localization/CodeBlock.tsx";
import { SESSION_STORE } from "../../tests/fixtures/documents.ts";

const meta = {
  component: CodeBlock,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for the relevant part of one file, with the lines of interest in the middle."],
      dont: ["Do not use it for lists of results: CodeSnippet is lighter."],
      keys: [["Tab", "Moves to the code, which scrolls with the arrow keys"]],
    }),
  },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 560 }}>
        <Story />
      </div>
    ),
  ],
  args: {
    path: "src/session/sessionStore.ts",
    text: SESSION_STORE,
    language: "TypeScript",
    focus: { from: 12, to: 16 },
    matches: [13, 14],
  },
} satisfies Meta<typeof CodeBlock>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The code view is a separate chunk, which the first story of a run loads. */
const COLD = { timeout: 10_000 };

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const BestFunction: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText("Marked: lines 12 to 16", {}, COLD)).toBeInTheDocument();
    await waitFor(() => expect(canvasElement.querySelector(".hljs-keyword")).not.toBeNull(), COLD);
    await expect(canvasElement.querySelectorAll("[data-mark]")).toHaveLength(2);
    await expect(canvas.getByRole("group")).toHaveAccessibleName(
      "Code of src/session/sessionStore.ts, lines 9 to 19, with matches in lines 13, 14",
    );
  },
};
export const WithoutMatches: Story = { args: { matches: [] } };
export const WithoutColours: Story = { args: { language: null } };
export const LongFunction: Story = {
  args: { text: SESSION_STORE.repeat(20), focus: { from: 9, to: 400 }, matches: [222] },
  parameters: forLayout,
};
export const LongLines: Story = {
  args: { text: `const text = "${"wide ".repeat(200)}";\n`, focus: { from: 1, to: 1 }, matches: [1] },
  parameters: forLayout,
};

/** A long function with fewer lines: the others are one press away. */
export const FewLinesFirst: Story = {
  args: {
    text: Array.from({ length: 90 }, (_, at) => `line ${at + 1};`).join("\n"),
    language: null,
    focus: { from: 20, to: 60 },
    matches: [24],
    most: 16,
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("line 32;", {}, COLD)).toBeInTheDocument();
    await expect(canvas.queryByText("line 33;")).toBeNull();
    canvas.getByRole("button", { name: "Show 31 more lines" }).click();
    await expect(await canvas.findByText("line 63;")).toBeInTheDocument();
    canvas.getByRole("button", { name: "Show fewer lines" }).click();
    await waitFor(() => expect(canvas.queryByText("line 33;")).toBeNull());
  },
};
