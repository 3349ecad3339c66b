import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { SearchExamples } from "../../src/components/search/SearchExamples.tsx";

const meta = {
  parameters: pictures,
  component: SearchExamples,
  args: {
    examples: [
      { code: "label", value: "bug", q: "kind:issue label:bug" },
      { code: "author", value: "Mira Solak", q: 'kind:commit author:"Mira Solak"' },
      { code: "language", value: "TypeScript", q: "kind:symbol lang:TypeScript" },
      { code: "folder", value: "src/", q: "kind:code path:src/" },
    ],
    hrefOf: (q) => `/projects/atlas?q=${encodeURIComponent(q)}`,
  },
} satisfies Meta<typeof SearchExamples>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "kind:issue label:bug" })).toHaveAttribute(
      "href",
      "/projects/atlas?q=kind%3Aissue%20label%3Abug",
    );
  },
};
export const One: Story = {
  parameters: forState,
  args: { examples: [{ code: "folder", value: "src/", q: "kind:code path:src/" }] },
};
