import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, spyOn, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { FileCode, type FileCodeProps } from "../../src/components/code/FileCode.tsx";
import { CODE, codeBlame, codeContent } from "../../tests/fixtures/code.ts";

const meta = {
  component: FileCode,
  // The stories of the code page have the pictures.
  args: {
    text: CODE,
    language: "TypeScript",
    label: "Code of src/issuePages.ts",
    symbols: codeContent().symbols,
    onSelect: fn(),
  },
} satisfies Meta<typeof FileCode>;
export default meta;
type Story = StoryObj<typeof meta>;

const hrefs = {
  commit: ({ hash }: { hash: string }) => `#${hash}`,
  issue: ({ address }: { address: string }) => `#${address}`,
  request: ({ address }: { address: string }) => `#request-${address}`,
  person: ({ id }: { id: string }) => `#person-${id}`,
};
/** The highlighted text replaces the plain one, and a selection in it with it. */
const highlighted = (canvasElement: HTMLElement): Promise<void> =>
  waitFor(() => expect(canvasElement.querySelector("code span")).not.toBeNull(), { timeout: 10_000 });
const LONG = Array.from({ length: 100_000 }, (_, at) => `export const value${at + 1} = ${at + 1};`).join("\n");

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvasElement, userEvent }) => {
    const number = (line: number) => canvasElement.querySelector(`[data-line="${line}"]`);
    await userEvent.click(number(3) ?? canvasElement);
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 3, to: 3 });
    await userEvent.keyboard("{Shift>}");
    await userEvent.click(number(6) ?? canvasElement);
    await userEvent.keyboard("{/Shift}");
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 3, to: 6 });
  },
};
export const Selected: Story = { args: { selected: { from: 7, to: 9 } } };
export const Blamed: Story = {
  args: { blame: { ...codeBlame(), hrefs } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "#4" })).toHaveAttribute("href", "#4");
  },
};
export const Discussed: Story = {
  args: { discussions: new Map([[9, 1]]), onDiscussions: fn() },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("group", { name: "Code of src/issuePages.ts" }));
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "1 past discussion at line 9" })).toHaveFocus();
  },
};
export const Folded: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Definition at line 7", expanded: true }));
    await expect(canvasElement.querySelector('[data-line="9"]')).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Definition at line 7", expanded: false }));
    await expect(canvasElement.querySelector('[data-line="9"]')).not.toBeNull();
  },
};
export const ByKeyboardAlone: Story = {
  args: { onSymbol: fn() },
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    const line = (number: number) => canvasElement.querySelector(`[data-line="${number}"]`);
    await highlighted(canvasElement);
    canvas.getByRole("group", { name: "Code of src/issuePages.ts" }).focus();
    await userEvent.keyboard("{Home}{ArrowDown>6/}");
    await expect(canvas.getAllByRole("status")[0]).toHaveTextContent(/^Line 7: /);
    await userEvent.keyboard("{ArrowLeft}");
    await expect(line(9)).toBeNull();
    await userEvent.keyboard("{ArrowRight}");
    await expect(line(9)).not.toBeNull();
    await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 7, to: 9 });
    await userEvent.keyboard(".");
    await expect(canvas.getAllByRole("status")[0]).toHaveTextContent(/^Line 7: /);
    await userEvent.keyboard("{Control>}{ArrowRight}{ArrowRight}{/Control}{Enter}");
    await expect(args.onSymbol).toHaveBeenLastCalledWith(expect.objectContaining({ line: 7 }), "card");
    await userEvent.keyboard("{ArrowUp}{Enter}");
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 6, to: 6 });
  },
};
/** Enter is for the current line, though a click left a caret in a name, and for a control that has the focus. */
export const KeysAfterAClick: Story = {
  args: { onSymbol: fn(), discussions: new Map([[9, 1]]), onDiscussions: fn() },
  render: function Controlled(args) {
    const [selected, setSelected] = useState<FileCodeProps["selected"]>(null);
    return (
      <FileCode
        {...args}
        selected={selected}
        onSelect={(range) => {
          setSelected(range);
          args.onSelect?.(range);
        }}
      />
    );
  },
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    const box = canvas.getByRole("group", { name: "Code of src/issuePages.ts" });
    const line = (number: number) => canvasElement.querySelector(`[data-line="${number}"]`) ?? canvasElement;
    await highlighted(canvasElement);
    box.focus();
    const name = line(4).parentElement?.querySelector("code");
    if (name) document.getSelection()?.collapse(name.querySelector("span")?.firstChild ?? name.firstChild, 1);
    await userEvent.keyboard("{Home}{ArrowDown}{Enter}");
    await expect(args.onSymbol).not.toHaveBeenCalled();
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 2, to: 2 });
    canvas.getByRole("button", { name: "1 past discussion at line 9" }).focus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onSymbol).not.toHaveBeenCalled();
    await expect(args.onDiscussions).toHaveBeenCalledWith(9);

    await userEvent.click(line(12));
    box.focus();
    await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 12, to: 14 });
    await userEvent.click(line(6));
    box.focus();
    await userEvent.keyboard("{ArrowDown}{Shift>}{ArrowDown}{/Shift}");
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 7, to: 8 });

    // A click on the line where the keys began is a click like any other.
    await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 7, to: 9 });
    await userEvent.click(line(7));
    box.focus();
    await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
    await expect(args.onSelect).toHaveBeenLastCalledWith({ from: 7, to: 8 });
  },
};
/** The name below a pointer that rests is reported; a keyword, and what a pointer crosses, is not. */
export const PointedAt: Story = {
  args: { onSymbol: fn() },
  play: async ({ args, canvasElement, userEvent }) => {
    await highlighted(canvasElement);
    const pointAt = async (text: string) => {
      const target = [...canvasElement.querySelectorAll("code span")].find(({ textContent }) => textContent === text);
      const { left = 0, top = 0 } = target?.getBoundingClientRect() ?? {};
      await userEvent.pointer({ target: target ?? canvasElement, coords: { clientX: left + 4, clientY: top + 8 } });
    };
    await pointAt("IssuePages");
    await pointAt("class");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await expect(args.onSymbol).not.toHaveBeenCalled();
    await pointAt("IssuePages");
    await waitFor(() =>
      expect(args.onSymbol).toHaveBeenCalledWith(expect.objectContaining({ line: 4, column: 14 }), "hover"),
    );
    await pointAt("IssuePages");
    await expect(args.onSymbol).toHaveBeenCalledOnce();
  },
};
/** On macOS Ctrl and an arrow change the desktop, so that Alt selects names as well. */
export const NamesOnMacOs: Story = {
  args: { onSymbol: fn() },
  beforeEach: () => {
    const platform = spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
    return () => platform.mockRestore();
  },
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    await highlighted(canvasElement);
    canvas.getByRole("group", { name: "Code of src/issuePages.ts" }).focus();
    await userEvent.keyboard("{Home}{ArrowDown>6/}{Alt>}{ArrowRight}{/Alt}{Enter}");
    await expect(args.onSymbol).toHaveBeenLastCalledWith(expect.objectContaining({ line: 7 }), "card");
  },
};
export const Found: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    canvas.getByRole("group", { name: "Code of src/issuePages.ts" }).focus();
    await userEvent.keyboard("{Control>}f{/Control}");
    await userEvent.type(canvas.getByRole("textbox", { name: "Find in file" }), "cursor");
    await expect(canvas.getByText("1 of 6")).toBeVisible();
    await expect(canvasElement.querySelectorAll("mark").length).toBe(6);
  },
};
/** Only the lines on screen are in the page, and those far below are reached by scrolling. */
export const HundredThousandLines: Story = {
  args: { text: LONG, symbols: [], label: "A long file" },
  play: async ({ canvas, canvasElement }) => {
    const box = canvas.getByRole("group", { name: "A long file" });
    await expect(canvasElement.querySelectorAll("[data-line]").length).toBeLessThan(200);
    box.scrollTop = 99_900 * 20;
    await expect(await canvas.findByText(/value99910/)).toBeVisible();
    await expect(canvasElement.querySelectorAll("[data-line]").length).toBeLessThan(200);
  },
};
export const WithoutALanguage: Story = { args: { language: null, symbols: [] } };
export const HostileText: Story = {
  args: { text: '<img src=x onerror="alert(1)">\n</code><script>alert(1)</script>\n', language: null, symbols: [] },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector("img, script")).toBeNull();
  },
};
