import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout } from "../../.storybook/modes.ts";
import { FolderList } from "../../src/components/documents/FolderList.tsx";
import { LEVELS, entry, sourceEntries } from "../../tests/fixtures/documents.ts";

const meta = {
  component: FolderList,
  args: { entries: LEVELS[""] ?? [], hrefOf: ({ path }) => `#${path}` },
} satisfies Meta<typeof FolderList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Folder: Story = {};
export const Sources: Story = { args: { entries: sourceEntries() } };
export const SourcesWithAWiki: Story = { args: { entries: sourceEntries(), wikis: new Set(["w-atlas"]) } };
export const Huge: Story = {
  tags: ["!autodocs"],
  args: { entries: Array.from({ length: 720 }, (_, index) => entry(`src/file-${index}.ts`)) },
  parameters: forLayout,
};
export const WithoutDates: Story = { args: { entries: [entry("a.ts", { updated_at: null, size: 12 })] } };
