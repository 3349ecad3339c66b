import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { KnowledgeTable } from "../../src/components/experts/KnowledgeTable.tsx";
import { knowledgeMap } from "../../tests/fixtures/experts.ts";

const meta = {
  parameters: pictures,
  component: KnowledgeTable,
  args: {
    personHref: ({ name }) => `/projects/atlas/people/${name}`,
    map: knowledgeMap(),
    folder: "",
    hrefOf: ({ path }) => `/projects/atlas/experts?view=table&folder=${path}`,
  },
} satisfies Meta<typeof KnowledgeTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
/** Files directly in the open folder are not shown as a folder called "*". */
export const InsideOfAFolder: Story = {
  args: { folder: "src" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "(no subfolder)" })).toBeVisible();
    await expect(canvas.getByRole("link", { name: "list" })).toBeVisible();
  },
};
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
/** On a phone the next best are left out, and nothing scrolls sideways. */
export const Phone: Story = {
  globals: { viewport: { value: "phone" } },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("columnheader", { name: "Next best" })).toBeNull();
    const box = canvas.getByRole("table").parentElement;
    await expect(box?.scrollWidth).toBeLessThanOrEqual(box?.clientWidth ?? 0);
  },
};
