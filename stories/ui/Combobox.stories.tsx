import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, inForcedColors, zoomed, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { useState } from "react";
import { expect, fireEvent, fn } from "storybook/test";
import { Combobox } from "../../src/components/ui/Combobox.tsx";

const MANY = Array.from({ length: 20 }, (_, at) => `src/pages/page${at + 1}.ts`);
const FILES = ["src/parser/tokenizer.ts", "src/parser/grammar.ts", "src/index.ts", "README.md", ...MANY];

interface Props {
  label: string;
  placeholder?: string;
  isFirstSelected?: boolean;
  initialText?: string;
  onChoose: (file: string) => void;
}

/** Suggests the files whose path contains the text. */
function FileField({ initialText = "", onChoose, ...props }: Props) {
  const [text, setText] = useState(initialText);
  const [isOpen, setOpen] = useState(initialText !== "");
  return (
    <div style={{ minBlockSize: "12rem" }}>
      <Combobox
        {...props}
        listLabel="Files"
        value={text}
        options={isOpen && text !== "" ? FILES.filter((file) => file.includes(text)) : []}
        keyOf={(file) => file}
        renderOption={(file) => file}
        onValueChange={(next) => {
          setText(next);
          setOpen(true);
        }}
        onChoose={(file) => {
          setText(file);
          setOpen(false);
          onChoose(file);
        }}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

const meta: Meta<Props> = {
  component: Combobox as never,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use it where any text is allowed and suggestions help.",
        "Select the first option where Enter without an option means nothing.",
      ],
      dont: ["Do not use it for a fixed choice: Select says what is possible."],
      keys: [
        ["Arrow down, arrow up", "Select the next or the previous option"],
        ["Enter", "Takes the selected option"],
        ["Escape", "Closes the list"],
      ],
    }),
  },
  render: (args) => <FileField {...args} />,
  args: { label: "Go to file", placeholder: "Part of a path", isFirstSelected: false, onChoose: fn() },
};
export default meta;
type Story = StoryObj<Props>;

export const Playground: Story = {};
export const Listed: Story = { parameters: forState, args: { initialText: "src", isFirstSelected: true } };

/** The arrow keys pass the text between the last option and the first. */
export const ByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("combobox", { name: "Go to file" });
    await userEvent.type(field, "parser");
    const [first, second] = canvas.getAllByRole("option");
    await expect(first).toHaveAttribute("aria-selected", "false");
    await userEvent.keyboard("{ArrowDown}");
    await expect(field).toHaveAttribute("aria-activedescendant", first?.id);
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    await expect(second).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Enter}");
    await expect(args.onChoose).toHaveBeenCalledWith("src/parser/grammar.ts");
    await expect(field).toHaveFocus();
    await expect(canvas.queryByRole("listbox")).toBeNull();
    await userEvent.type(field, "{Backspace}");
    await userEvent.keyboard("{Escape}");
    await expect(field).toHaveAttribute("aria-expanded", "false");
  },
};

/** The selected option is in view, however long the list is. */
export const ManyByKeyboard: Story = {
  args: { isFirstSelected: true },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("combobox", { name: "Go to file" }), "page");
    const options = canvas.getAllByRole("option");
    const isInView = (option: HTMLElement | undefined): boolean => {
      const [list, own] = [canvas.getByRole("listbox"), option].map((element) => element?.getBoundingClientRect());
      return list !== undefined && own !== undefined && own.top >= list.top && own.bottom <= list.bottom;
    };
    await expect(options).toHaveLength(20);
    await expect(isInView(options.at(-1))).toBe(false);
    await userEvent.keyboard("{ArrowDown>19/}");
    await expect(options.at(-1)).toHaveAttribute("aria-selected", "true");
    await expect(isInView(options.at(-1))).toBe(true);
    await userEvent.keyboard("{ArrowDown}");
    await expect(isInView(options[0])).toBe(true);
    await expect(args.onChoose).not.toHaveBeenCalled();
  },
};

/** With the first option selected Enter takes it at once, and a click takes any other. */
export const FirstSelected: Story = {
  args: { isFirstSelected: true },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("combobox", { name: "Go to file" });
    await userEvent.type(field, "parser{Enter}");
    await expect(args.onChoose).toHaveBeenLastCalledWith("src/parser/tokenizer.ts");
    await userEvent.clear(field);
    await userEvent.type(field, "README");
    await userEvent.click(canvas.getByRole("option", { name: "README.md" }));
    await expect(args.onChoose).toHaveBeenLastCalledWith("README.md");
  },
};

/** A press of the list outside its options, such as of its scrollbar, keeps the list and the focus. */
export const PressOfTheList: Story = {
  args: { initialText: "page" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("combobox", { name: "Go to file" });
    field.focus();
    await userEvent.click(canvas.getByRole("listbox", { name: "Files" }));
    await expect(field).toHaveFocus();
    await expect(canvas.getByRole("listbox", { name: "Files" })).toBeVisible();
    await expect(args.onChoose).not.toHaveBeenCalled();
  },
};

/** Options that arrive while one is selected do not change what Enter takes. */
export const OptionsReplaced: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: function Replaced({ label, onChoose }) {
    const [options, setOptions] = useState(["src/index.ts", "src/parser/grammar.ts"]);
    return (
      <>
        <Combobox
          label={label}
          listLabel="Files"
          value="src"
          options={options}
          keyOf={(file) => file}
          renderOption={(file) => file}
          onValueChange={fn()}
          onChoose={onChoose}
          onClose={fn()}
        />
        <button type="button" onClick={() => setOptions(["README.md", ...options])}>
          Replace the options
        </button>
      </>
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    canvas.getByRole("combobox", { name: "Go to file" }).focus();
    await userEvent.keyboard("{ArrowDown}");
    canvas.getByText("Replace the options").click();
    await canvas.findByRole("option", { name: "README.md" });
    await expect(canvas.getByRole("option", { selected: true })).toHaveTextContent("src/index.ts");
    await userEvent.keyboard("{Enter}");
    await expect(args.onChoose).toHaveBeenCalledOnce();
    await expect(args.onChoose).toHaveBeenCalledWith("src/index.ts");
  },
};

/** Enter that takes a word of an input method takes no option. */
export const InputMethod: Story = {
  args: { isFirstSelected: true, initialText: "src" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas }) => {
    const field = canvas.getByRole("combobox", { name: "Go to file" });
    await fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    await expect(args.onChoose).not.toHaveBeenCalled();
    await fireEvent.keyDown(field, { key: "Enter" });
    await expect(args.onChoose).toHaveBeenCalledOnce();
  },
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = {
  args: { initialText: "src", isFirstSelected: true },
  tags: ["!autodocs"],
  parameters: inForcedColors,
};
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = {
  args: { initialText: "src", isFirstSelected: true },
  globals: { zoom: "200" },
  tags: ["!autodocs"],
  parameters: zoomed,
};
