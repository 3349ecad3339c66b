import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, modes, layoutModes, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { CommandPalette, type CommandPaletteProps } from "../../src/components/shell/CommandPalette.tsx";

/** Keeps the typed text in the field, as the app does. */
function Typed({ query, onQuery, ...rest }: CommandPaletteProps) {
  const [text, setText] = useState(query);
  return (
    <CommandPalette
      {...rest}
      query={text}
      onQuery={(next) => {
        setText(next);
        onQuery(next);
      }}
    />
  );
}

const meta = {
  component: CommandPalette,
  render: (args) => <Typed {...args} />,
  parameters: {
    ...pictures,
    ...framed,
    layout: "fullscreen",
  },
  decorators: [
    (Story) => (
      <main style={{ minHeight: "36rem" }}>
        <Story />
      </main>
    ),
  ],
  args: {
    isOpen: true,
    query: "",
    items: [
      { id: "p", group: "projects", title: "Atlas" },
      { id: "p2", group: "projects", title: "İstanbul Git" },
      { id: "s", group: "screens", title: "Home" },
      { id: "s2", group: "screens", title: "All projects" },
      { id: "a", group: "actions", title: "Switch to the dark theme" },
    ],
    onQuery: fn(),
    onChoose: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof CommandPalette>;
export default meta;
type Story = StoryObj<typeof meta>;

const shown = () =>
  waitFor(() => expect(screen.getByRole("combobox", { name: "Go to a page or run a command" })).toHaveFocus());

export const Empty: Story = {
  play: shown,
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const Finding: Story = {
  args: {
    query: "token",
    items: [
      { id: "i", group: "issues", title: "ATL-12 Tokens with a dot are cut in two", detail: "Atlas" },
      { id: "f", group: "files", title: "tokenize.ts", detail: "server/index/text · Atlas" },
      { id: "y", group: "symbols", title: "tokenizeText", detail: "server/index/text/tokenize.ts · Atlas" },
      { id: "r", group: "requests", title: "!31 Tokens keep their dots", detail: "Atlas" },
      { id: "w", group: "pages", title: "How tokens are made", detail: "Handbook / Search · Atlas" },
      { id: "n", group: "people", title: "Ada Tokgöz", detail: "Atlas" },
      { id: "q", group: "search", title: "Search all projects for “token”" },
    ],
  },
  play: shown,
};
/** What was opened before comes first while nothing is typed. */
export const RecentlyOpened: Story = {
  args: {
    items: [
      { id: "o", group: "recent", title: "tokenize.ts", detail: "server/index/text · Atlas" },
      { id: "p", group: "projects", title: "Atlas" },
      { id: "s", group: "screens", title: "Settings: MCP tokens" },
    ],
  },
  play: async () => {
    await shown();
    await expect(screen.getByRole("group", { name: "Recently opened" })).toBeVisible();
  },
};
export const Loading: Story = { args: { query: "to", isLoading: true }, play: shown, parameters: forState };
/** While the user types, only open indexes are searched. */
export const PartLookedThrough: Story = {
  args: {
    query: "tok",
    note: "Not searched: Loom, Tern and 12 others. “Search all projects” searches them too.",
    items: [{ id: "q", group: "search", title: "Search all projects for “tok”" }],
  },
  play: async () => {
    await shown();
    await expect(screen.getByRole("status")).toHaveTextContent("Not searched");
  },
};

export const LookupFailed: Story = {
  args: {
    query: "tok",
    note: "Issues, files and people could not be looked up just now.",
    items: [{ id: "q", group: "search", title: "Search all projects for “tok”" }],
  },
  play: async () => {
    await shown();
    await expect(screen.getByRole("status")).toHaveTextContent("could not be looked up");
  },
  parameters: forState,
};
export const NothingFits: Story = {
  args: { items: [] },
  play: async () => {
    await shown();
    await expect(screen.getByRole("status")).toHaveTextContent("No match");
  },
  parameters: forState,
};
export const LongNames: Story = {
  args: {
    query: "a",
    items: [
      {
        id: "f",
        group: "files",
        title: `${"very/long/folder/".repeat(8)}file.ts`,
        detail: "incident-response-tooling".repeat(4),
      },
      { id: "p", group: "projects", title: "incident-response-tooling".repeat(5) },
    ],
  },
  play: shown,
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};
export const ChosenByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, userEvent }) => {
    await shown();
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(() =>
      expect(screen.getByRole("option", { name: "İstanbul Git" })).toHaveAttribute("aria-selected", "true"),
    );
    await expect(screen.getByRole("combobox")).toHaveAttribute(
      "aria-activedescendant",
      screen.getByRole("option", { name: "İstanbul Git" }).id,
    );
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(args.onChoose).toHaveBeenCalledWith("p2"));
  },
};
export const LateAnswerStandsFirst: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { query: "tok", items: [{ id: "q", group: "search", title: "Search all projects for “tok”" }] },
  render: function Late(args) {
    const [items, setItems] = useState(args.items);
    return (
      <CommandPalette
        {...args}
        items={items}
        onQuery={() => setItems([{ id: "i", group: "issues", title: "ATL-12 Tokens" }, ...args.items])}
      />
    );
  },
  play: async ({ args, userEvent }) => {
    await shown();
    await userEvent.keyboard("e");
    await waitFor(() =>
      expect(screen.getByRole("option", { name: "ATL-12 Tokens" })).toHaveAttribute("aria-selected", "true"),
    );
    await userEvent.keyboard("{Enter}");
    await expect(args.onChoose).toHaveBeenCalledWith("i");
  },
};
export const ChosenByMouse: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, userEvent }) => {
    await shown();
    await userEvent.click(screen.getByRole("option", { name: "Home" }));
    await expect(args.onChoose).toHaveBeenCalledWith("s");
  },
};
export const ClosedByEscape: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, userEvent }) => {
    await shown();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(args.onClose).toHaveBeenCalled());
  },
};
