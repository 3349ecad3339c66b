import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState, type ComponentProps } from "react";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { SearchField } from "../../src/components/search/SearchField.tsx";

const meta = {
  parameters: pictures,
  component: SearchField,
  args: { text: "", onChange: fn(), onSubmit: fn(), onLeave: fn() },
} satisfies Meta<typeof SearchField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: forState };
export const Filled: Story = { parameters: forState, args: { text: "refreshToken" } };
export const Loading: Story = { args: { text: "refreshToken", isLoading: true }, parameters: forState };
export const SlashFocusesAndArrowLeaves: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Filled
  render: function Render(args) {
    const [text, setText] = useState("");
    return (
      <>
        <SearchField {...args} text={text} onChange={setText} />
        <input aria-label="Another field" />
      </>
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("combobox", { name: "Search this project" });
    await userEvent.keyboard("/");
    await expect(field).toHaveFocus();
    await expect(field).toHaveValue("");
    await userEvent.keyboard("a/b{ArrowDown}{Enter}");
    await expect(field).toHaveValue("a/b");
    await expect(args.onLeave).toHaveBeenCalledTimes(1);
    await expect(args.onSubmit).toHaveBeenCalledTimes(1);
    const other = canvas.getByRole("textbox", { name: "Another field" });
    await userEvent.type(other, "/");
    await expect(other).toHaveValue("/");
    await expect(other).toHaveFocus();
  },
};

const known = {
  lang: [
    { value: "Go", count: 210 },
    { value: "TypeScript", count: 1840 },
  ],
  label: [
    { value: "bug", count: 31 },
    { value: "good first issue", count: 4 },
  ],
  repo: [{ value: "acme/atlas", count: 2050 }],
};
function Typing(args: ComponentProps<typeof SearchField>) {
  const [text, setText] = useState("");
  return (
    <div style={{ minBlockSize: 380 }}>
      <SearchField {...args} text={text} onChange={setText} />
    </div>
  );
}
export const CompletesFilters: Story = {
  parameters: forState,
  args: { known },
  render: (args) => <Typing {...args} />,
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("combobox", { name: "Search this project" });
    await userEvent.click(field);
    await userEvent.keyboard("token la");
    await expect(canvas.getAllByRole("option").map((option) => option.querySelector("code")?.textContent)).toEqual([
      "lang:",
      "label:",
    ]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect(field).toHaveValue("token lang:");
    await userEvent.keyboard("g{ArrowDown}{Enter}");
    await expect(field).toHaveValue("token lang:Go ");
    await expect(canvas.queryByRole("option")).toBeNull();
    await expect(args.onLeave).not.toHaveBeenCalled();
  },
};
export const CompletionsStayOpen: Story = {
  args: { known },
  parameters: { chromatic: { modes: { narrow: modes.narrow, tr: modes.tr } } },
  render: (args) => <Typing {...args} />,
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByRole("combobox", { name: "Search this project" });
    await userEvent.click(field);
    await userEvent.keyboard("-label:");
    await expect(canvas.getByRole("option", { name: 'label:"good first issue" 4' })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect(canvas.queryByRole("option")).toBeNull();
    await userEvent.keyboard("b");
    await userEvent.click(canvas.getByRole("option", { name: "label:bug 31" }));
    await expect(field).toHaveValue("-label:bug ");
    await expect(field).toHaveFocus();
    await userEvent.keyboard("ki");
    await expect(canvas.getByRole("option", { name: /kind:/ })).toBeVisible();
  },
};
/** The owner learns which filter is typed, and values that arrive later are shown without another key. */
export const ValuesArriveLater: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as CompletionsStayOpen
  args: { onTypedFilter: fn() },
  render: function Render(args) {
    const [arrived, setArrived] = useState<typeof known>();
    return (
      <>
        <Typing {...args} {...(arrived && { known: arrived })} />
        <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setArrived(known)}>
          Arrive
        </button>
      </>
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("combobox", { name: "Search this project" }));
    await userEvent.keyboard("x label:go");
    await expect(args.onTypedFilter).toHaveBeenLastCalledWith({ filter: "label", text: "go" });
    await expect(canvas.queryByRole("option")).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Arrive" }));
    await expect(canvas.getByRole("option", { name: 'label:"good first issue" 4' })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect(args.onTypedFilter).toHaveBeenLastCalledWith(null);
  },
};

const history = [
  { id: "recent retry", q: "retry policy", name: null },
  { id: "recent route", q: "route handler", name: null },
  { id: "saved", q: "kind:issue crash", name: "Open crashes" },
];
export const History: Story = {
  parameters: forState,
  args: { history, onChoosePast: fn() },
  render: Typing,
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("combobox", { name: "Search this project" });
    await userEvent.click(field);
    await expect(canvas.getByRole("listbox", { name: "Earlier and saved searches" })).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
    await expect(args.onChoosePast).toHaveBeenCalledWith(history[2]);
    await expect(canvas.queryByRole("listbox")).toBeNull();
  },
};
export const ArrowUpRecalls: Story = {
  args: { history },
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Filled
  render: Typing,
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("combobox", { name: "Search this project" });
    await userEvent.type(field, "half typed");
    await userEvent.keyboard("{ArrowUp}");
    await expect(field).toHaveValue("retry policy");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    await expect(field).toHaveValue("route handler");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect(field).toHaveValue("half typed");
    await expect(args.onLeave).not.toHaveBeenCalled();
    await userEvent.keyboard("{ArrowDown}");
    await expect(args.onLeave).toHaveBeenCalledTimes(1);
  },
};
