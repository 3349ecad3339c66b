import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, modes, forLayout } from "../../.storybook/modes.ts";
import { KnowledgeTreemap } from "../../src/components/experts/KnowledgeTreemap.tsx";
import { knowledgeMap } from "../../tests/fixtures/experts.ts";

const map = knowledgeMap();
const [first] = map.folders;

const meta = {
  parameters: pictures,
  component: KnowledgeTreemap,
  args: { map, folder: "", hrefOf: ({ path }) => `/projects/atlas/experts?view=map&folder=${path}` },
} satisfies Meta<typeof KnowledgeTreemap>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByRole("link", { name: "src/sync: 90 files, only Jonas Weber knows it (93%)" }),
    ).toBeVisible();
    await expect(
      canvas.getByRole("link", { name: "legacy: 48 files, no one here knows it, Amara Okafor has left" }),
    ).toBeVisible();
  },
};
export const InAFolder: Story = { args: { folder: "src" } };
export const SeveralRepositories: Story = { args: { repositoryNames: { "r-1": "acme/atlas", "r-2": "acme/web" } } };
export const ManyParts: Story = {
  args: {
    map: {
      ...map,
      folders: Array.from({ length: 27 }, (_, round) =>
        map.folders.map((part, at) => ({
          ...part,
          id: `r-1:part-${round}-${at}`,
          path: `part-${round}-${at}`,
          files: Math.max(1, Math.round(400 / (round * map.folders.length + at + 1))),
        })),
      ).flat(),
    },
  },
  parameters: forLayout,
};
export const OnePart: Story = { args: { map: { ...map, folders: first ? [first] : [] } } };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 328 }}>
        <Story />
      </div>
    ),
  ],
  parameters: forLayout,
};
export const MovesByArrowKeys: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: /^src\/list:/ })).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    await expect(canvas.getByRole("link", { name: /^src\/sync:/ })).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect(canvas.getByRole("link", { name: /^src\/\*:/ })).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    await expect(canvas.getByRole("link", { name: /^src\/\*:/ })).toHaveFocus();
    await userEvent.keyboard("{Home}");
    await expect(canvas.getByRole("link", { name: /^src\/list:/ })).toHaveFocus();
    // One tab stop, for any number of parts.
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
  },
};
