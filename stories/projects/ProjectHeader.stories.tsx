import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ProjectHeader } from "../../src/components/projects/ProjectHeader.tsx";
import { linkedSources } from "../../src/domain/linkedSources.ts";
import { failedSync, project, repository, runningSync, tracker } from "../../tests/fixtures/projects.ts";

const meta = {
  component: ProjectHeader,
  args: { name: "Atlas", role: "Owner", sources: linkedSources(project()) },
} satisfies Meta<typeof ProjectHeader>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Synced: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { level: 1, name: "Atlas" })).toBeVisible();
    await expect(canvas.getByRole("list", { name: "Sources" })).toBeVisible();
  },
};
export const Syncing: Story = {
  args: { sources: linkedSources(project({ repositories: [repository({ sync: runningSync() })] })) },
};
export const SyncFailed: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: failedSync() })] })) },
};
export const WithoutSources: Story = { args: { sources: [] } };
/** It stays one line. */
export const ManySources: Story = {
  args: {
    sources: linkedSources(
      project({
        repositories: Array.from({ length: 12 }, (_, index) => repository({ id: `r${index}`, name: `acme/${index}` })),
      }),
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("banner").getBoundingClientRect().height).toBeLessThanOrEqual(32);
  },
};
export const LongName: Story = {
  args: { name: "incident-response-tooling".repeat(4) },
};
/** On a phone each source is visible: they have as many lines as they need, and more than six are counted. */
export const Phone: Story = {
  ...ManySources,
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas }) => {
    const list = canvas.getByRole("list", { name: "Sources" });
    const strip = list.parentElement?.getBoundingClientRect();
    const items = within(list).getAllByRole("listitem");
    await expect(items).toHaveLength(7);
    await expect(items[6]).toHaveTextContent("and 7 more");
    for (const item of items) {
      const { right, bottom } = item.getBoundingClientRect();
      await expect(right).toBeLessThanOrEqual(strip?.right ?? 0);
      await expect(bottom).toBeLessThanOrEqual((strip?.bottom ?? 0) + 1);
    }
  },
};
