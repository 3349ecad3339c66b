import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, modes, forState } from "../../.storybook/modes.ts";
import { CodeOwners } from "../../src/components/experts/CodeOwners.tsx";
import { expertContext } from "../../tests/fixtures/experts.ts";

const rules = expertContext().code_owners;
const [first] = rules;

const meta = {
  parameters: pictures,
  component: CodeOwners,
  args: { personHref: ({ name }) => `/projects/atlas/people/${name}`, rules, headingLevel: 2 },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 320 }}>
        <h1 className="visually-hidden">Experts</h1>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof CodeOwners>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AgreesAndDisagrees: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark } } },
};
export const TeamsAlone: Story = {
  args: {
    rules: first
      ? [{ ...first, verdict: "unknown", owners: [{ text: "@atlas/readers", person: null, rank: null }] }]
      : [],
  },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const NoLineDecides: Story = {
  args: { rules: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("heading", { name: "CODEOWNERS" })).toBeNull();
  },
  parameters: forState,
};
