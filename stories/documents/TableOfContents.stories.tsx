import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { TableOfContents } from "../../src/components/documents/TableOfContents.tsx";

const entries = [
  { name: "SessionStore", kind: "class", line: 9, depth: 0, href: "#L9" },
  { name: "open", kind: "method", line: 12, depth: 1, href: "#L12" },
  { name: "userOf", kind: "method", line: 18, depth: 1, href: "#L18" },
  { name: "isToken", kind: "function", line: 26, depth: 0, href: "#L26" },
];

const meta = {
  parameters: pictures,
  component: TableOfContents,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: "16rem" }}>
        <h2 className="visually-hidden">sessionStore.ts</h2>
        <Story />
      </div>
    ),
  ],
  args: { entries, line: 13 },
} satisfies Meta<typeof TableOfContents>;
export default meta;
type Story = StoryObj<typeof meta>;

export const InsideAMethod: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { current: "location" })).toHaveTextContent("open");
  },
};
export const AboveEverything: Story = { parameters: forState, args: { line: 1 } };
export const Headings: Story = {
  parameters: forState,
  args: { entries: entries.map((entry) => ({ ...entry, kind: "" })), line: 26 },
};
export const KindsAreWords: Story = {
  parameters: forState,
  globals: { locale: "tr" },
  args: { entries: [...entries, { name: "main", kind: "label", line: 40, depth: 0, href: "#L40" }] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: /SessionStore/ })).toHaveTextContent("sınıf");
    await expect(canvas.getByRole("link", { name: /main/ })).toHaveTextContent("tanım");
  },
};
export const Long: Story = {
  args: {
    entries: Array.from({ length: 200 }, (_, index) => ({
      name: `aFunctionWithAVeryLongNameNumber${index}`,
      kind: "function",
      line: index * 10,
      depth: index % 4,
      href: `#L${index * 10}`,
    })),
    line: 1500,
  },
  parameters: forLayout,
};
