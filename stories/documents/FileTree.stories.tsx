import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { FileTree, type FileTreeProps, type TreeRow } from "../../src/components/documents/FileTree.tsx";

const row = (name: string, part: Partial<TreeRow> = {}): TreeRow => ({
  key: name,
  name,
  href: `#${name}`,
  depth: 0,
  kind: "file",
  isExpanded: null,
  isLoading: false,
  isFailed: false,
  staleReferences: 0,
  position: 1,
  siblings: 1,
  ...part,
});
const tree: TreeRow[] = [
  row("acme/atlas", { kind: "repository", isExpanded: true, siblings: 2 }),
  row("docs", { kind: "folder", depth: 1, isExpanded: true, position: 1, siblings: 3 }),
  row("guide.md", { depth: 2, position: 1, siblings: 2 }),
  row("sessions.md", { depth: 2, position: 2, siblings: 2, staleReferences: 3 }),
  row("src", { kind: "folder", depth: 1, isExpanded: false, position: 2, siblings: 3 }),
  row("README.md", { depth: 1, position: 3, siblings: 3, staleReferences: 1 }),
  row("Team wiki", { kind: "wiki", isExpanded: true, position: 2, siblings: 2 }),
  row("Handbook", { kind: "page", depth: 1, isExpanded: false }),
];

/** Expands and collapses as the screen does. */
function Folding(props: FileTreeProps) {
  const [rows, setRows] = useState(props.rows);
  return (
    <div style={{ blockSize: "22rem", maxInlineSize: "18rem" }}>
      <FileTree
        {...props}
        rows={rows}
        onToggle={(key) => {
          props.onToggle(key);
          setRows(rows.map((one) => (one.key === key ? { ...one, isExpanded: one.isExpanded !== true } : one)));
        }}
      />
    </div>
  );
}

const meta = {
  parameters: pictures,
  component: FileTree,
  render: (args) => <Folding {...args} />,
  args: { rows: tree, currentKey: "sessions.md", onToggle: fn(), onOpen: fn() },
} satisfies Meta<typeof FileTree>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Opened: Story = {
  play: async ({ canvas }) => {
    const item = await canvas.findByRole("treeitem", { name: /sessions\.md/ });
    await expect(item).toHaveAttribute("aria-selected", "true");
    await expect(item).toHaveAttribute("aria-level", "3");
  },
};
export const LevelIsLoading: Story = {
  args: { rows: tree.map((one) => (one.key === "src" ? { ...one, isExpanded: true, isLoading: true } : one)) },
  parameters: forState,
};
export const LevelFailed: Story = {
  args: { rows: tree.map((one) => (one.key === "src" ? { ...one, isExpanded: true, isFailed: true } : one)) },
  parameters: forState,
};
export const LongNames: Story = {
  args: {
    rows: [row("a-very-long-name-of-a-file-that-fits-nowhere.integration.test.ts", { staleReferences: 12 })],
    currentKey: null,
  },
  parameters: forLayout,
};
export const HugeFolder: Story = {
  args: {
    rows: Array.from({ length: 20_000 }, (_, index) =>
      row(`file-${index}.ts`, { position: index + 1, siblings: 20_000 }),
    ),
    currentKey: "file-15000.ts",
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("treeitem", { name: "file-15000.ts" })).toBeVisible();
    await expect(canvas.getAllByRole("treeitem").length).toBeLessThan(100);
  },
  parameters: forLayout,
};
export const WalkedByKeyboard: Story = {
  parameters: forState,
  play: async ({ canvas, userEvent, args }) => {
    const box = canvas.getByRole("tree");
    const active = () =>
      canvas.getAllByRole("treeitem").find(({ id }) => id === box.getAttribute("aria-activedescendant"));
    await userEvent.tab();
    await expect(box).toHaveFocus();
    await expect(active()).toHaveTextContent("sessions.md");
    await userEvent.keyboard("{ArrowDown}{ArrowRight}");
    await expect(args.onToggle).toHaveBeenLastCalledWith("src");
    await userEvent.keyboard("{Home}");
    await expect(active()).toHaveTextContent("acme/atlas");
    await userEvent.keyboard("{End}");
    await expect(active()).toHaveTextContent("Handbook");
    await userEvent.keyboard("re");
    await expect(active()).toHaveTextContent("README.md");
    await userEvent.keyboard("{ArrowLeft}");
    await expect(active()).toHaveTextContent("acme/atlas");
    await userEvent.keyboard("gui{Enter}");
    await expect(args.onOpen).toHaveBeenLastCalledWith(expect.objectContaining({ key: "guide.md" }));
  },
};
