import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { usage } from "../../.storybook/usage.ts";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { CodeViewer } from "../../src/components/patterns/CodeViewer.tsx";
import { SESSION_STORE } from "../../tests/fixtures/documents.ts";

const meta = {
  component: CodeViewer,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for whole files; it highlights in the background and draws visible lines only."],
      dont: ["Do not put two on one page: both would answer to the address of a line."],
      keys: [
        ["Tab", "Moves to the code"],
        ["Arrow keys", "Scroll it"],
      ],
    }),
  },
  args: { text: SESSION_STORE, language: "TypeScript", label: "Contents of sessionStore.ts", onSelect: fn() },
} satisfies Meta<typeof CodeViewer>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The highlighter is a separate chunk, which the first story of a run loads. */
const COLD = { timeout: 10_000 };

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Coloured: Story = {
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector(".hljs-keyword")).not.toBeNull(), COLD);
    await expect(canvasElement.querySelectorAll("code")).toHaveLength(26);
  },
};
export const WithoutColours: Story = { args: { language: null } };
export const UnknownLanguage: Story = {
  args: { language: "Zig", text: 'const std = @import("std");\n' },
  parameters: forState,
};
export const OneLine: Story = { args: { text: "export const one = 1;" }, parameters: forState };
export const LineMarked: Story = { args: { selected: { from: 12, to: 12 } } };
export const LinesMarked: Story = {
  args: { selected: { from: 12, to: 16 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Marked: lines 12 to 16")).toBeInTheDocument();
  },
};
export const MarkedBeyondTheEnd: Story = { args: { selected: { from: 20, to: 900 } } };
export const PartOfAFile: Story = {
  args: { text: SESSION_STORE.repeat(9), part: { from: 113, to: 123 }, selected: { from: 115, to: 117 } },
};
/** A part has the colours that it has in the whole file. */
export const PartWithinAComment: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { part: { from: 7, to: 9 } },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector(".hljs-keyword")).not.toBeNull(), COLD);
    await expect(canvasElement.querySelectorAll("code")).toHaveLength(3);
    await expect(canvas.getByText(/Keeps sessions in memory/)).toHaveClass("hljs-comment");
    await expect([...canvasElement.querySelectorAll(".hljs-keyword")].map((word) => word.textContent)).toEqual([
      "export",
      "class",
    ]);
  },
};
/** The numbers, their links and the lines follow the place of the part. */
export const PartOfAFileMoves: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: function Moving(args) {
    const [from, setFrom] = useState(12);
    return (
      <>
        <button type="button" onClick={() => setFrom(20)}>
          Move
        </button>
        <CodeViewer {...args} part={{ from, to: from + 1 }} />
      </>
    );
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const numbers = () => [...canvasElement.querySelectorAll("[data-line]")].map((line) => line.getAttribute("href"));
    await expect(numbers()).toEqual(["#L12", "#L13"]);
    await userEvent.click(canvas.getByRole("button", { name: "Move" }));
    await expect(numbers()).toEqual(["#L20", "#L21"]);
  },
};
export const HostileText: Story = {
  parameters: forState,
  args: { text: '<img src=x onerror="document.body.remove()">\n</code><script>1</script>\n', language: "HTML" },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector(".hljs-tag")).not.toBeNull(), COLD);
    await expect(canvasElement.querySelector("img, script")).toBeNull();
  },
};
export const LongLines: Story = { args: { text: `const text = "${"wide ".repeat(200)}";\n` }, parameters: forLayout };
export const TenThousandLines: Story = {
  tags: ["!autodocs"],
  // The rows are those of every other story; axe takes a minute for this many.
  parameters: { a11y: { test: "off" } },
  args: { text: SESSION_STORE.repeat(385), selected: { from: 5000, to: 5000 } },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelectorAll(".hljs-keyword").length).toBeGreaterThan(2000), {
      timeout: 20_000,
    });
  },
};
export const NumbersGiveLinks: Story = {
  play: async ({ canvasElement, userEvent, args }) => {
    const number = (line: number) => {
      const found = canvasElement.querySelector(`[data-line="${line}"]`);
      if (!found) throw new Error(`There is no line ${line}.`);
      return found;
    };
    await userEvent.click(number(4));
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 4, to: 4 });
    await userEvent.keyboard("{Shift>}");
    await userEvent.click(number(2));
    await userEvent.keyboard("{/Shift}");
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 2, to: 4 });
  },
};
/** Lines with matches of a search. */
export const LinesWithMatches: Story = {
  args: { marks: [3, 8, 9] },
  play: async ({ canvasElement }) => {
    const marked = [...canvasElement.querySelectorAll("[data-mark] [data-line]")];
    await expect(marked.map((number) => number.getAttribute("data-line"))).toEqual(["3", "8", "9"]);
  },
};
