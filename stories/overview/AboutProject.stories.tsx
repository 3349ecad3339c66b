import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { forLayout } from "../../.storybook/modes.ts";
import { AboutProject } from "../../src/components/overview/AboutProject.tsx";
import { littleOverview, overview } from "../../tests/fixtures/overview.ts";

const hrefs = { readme: "/readme", files: "/files", commits: "/commits", people: "/people" };
const meta = {
  component: AboutProject,
  args: { ...overview(), hrefs, nameHrefs: new Map() },
} satisfies Meta<typeof AboutProject>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Full: Story = { parameters: { chromatic: { disableSnapshot: false } } };
export const WithNames: Story = {
  args: {
    about: { text: "Weaves deliveries since #12, see 4f2c9a1.", source: "r-atlas", path: "README.md" },
    nameHrefs: new Map([
      ["#12", "/issues/12"],
      ["4f2c9a1", "/commits/4f2c9a1"],
    ]),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "#12" })).toHaveAttribute("href", "/issues/12");
    await expect(canvas.getByRole("link", { name: "4f2c9a1" })).toBeVisible();
  },
};
export const WithoutReadme: Story = { args: { ...littleOverview() } };
export const WithoutDocuments: Story = { args: { hrefs: { ...hrefs, readme: null, files: null } } };
export const ManyLanguages: Story = {
  args: {
    languages: ["TypeScript", "Python", "Go", "Rust", "Kotlin", "Swift", "SQL", "Shell"].map((name, at) => ({
      name,
      share: 0.5 / 2 ** at,
    })),
  },
};
export const LongText: Story = {
  parameters: forLayout,
  args: {
    about: { text: `${"Weaves deliveries ".repeat(20)}${"x".repeat(80)}`, source: "r-atlas", path: "README.md" },
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
