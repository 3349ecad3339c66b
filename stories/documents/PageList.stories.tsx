import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { PageList } from "../../src/components/documents/PageList.tsx";
import { entry, sourceEntries } from "../../tests/fixtures/documents.ts";

const page = (path: string, files: number | null = null) =>
  entry(path, { source: "w-atlas", kind: "page", size: null, files });

const meta = {
  parameters: pictures,
  component: PageList,
  args: {
    label: "Pages",
    entries: [page("Handbook", 3), page("How we deploy"), page("On call")],
    wikis: new Set(["w-atlas"]),
    hrefOf: ({ path }) => `#${path}`,
  },
} satisfies Meta<typeof PageList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Pages: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Handbook" })).toHaveAttribute("href", "#Handbook");
    await expect(canvas.getByText("3 pages")).toBeVisible();
  },
};
/** A page that names code which is gone. */
export const Outdated: Story = {
  args: { entries: [{ ...page("How we deploy"), stale_references: 2 }, page("On call")] },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText(/outdated name/)).toHaveLength(1);
    await expect(canvas.getByText("2 outdated names")).toBeVisible();
    const badge = canvas.getByText("2 outdated names");
    await expect(badge.scrollWidth).toBeLessThanOrEqual(badge.clientWidth);
  },
};
export const Sources: Story = { parameters: forState, args: { label: "All sources", entries: sourceEntries() } };
export const Huge: Story = {
  tags: ["!autodocs"],
  args: { entries: Array.from({ length: 720 }, (_, index) => page(`page-${index}`)) },
  parameters: forLayout,
};
