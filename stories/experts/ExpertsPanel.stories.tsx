import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { ExpertsPanel } from "../../src/components/experts/ExpertsPanel.tsx";
import { expertContext, experts } from "../../tests/fixtures/experts.ts";

const meta = {
  parameters: pictures,
  component: ExpertsPanel,
  args: {
    personHref: ({ name }) => `/projects/atlas/people/${name}`,
    experts: experts(),
    context: expertContext(),
    openPerson: "e-elif",
    onOpenPerson: fn(),
    moreHref: "/projects/atlas/experts",
    sourcesHref: "/projects/atlas/sources",
  },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 560 }}>
        <h1 className="visually-hidden">Issue</h1>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof ExpertsPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const WithoutCodeOwners: Story = { args: { context: expertContext({ code_owners: [], opted_out: 0 }) } };
export const ContextOnItsWay: Story = { args: { context: null }, parameters: forState };
export const Partial: Story = {
  args: { context: expertContext({ missing: ["acme/atlas-mobile"] }) },
  parameters: forState,
};
export const NoExpertFits: Story = {
  args: { experts: [], context: expertContext({ code_owners: [] }) },
  parameters: forState,
};
export const BeforeTheFirstSync: Story = {
  args: { experts: [], context: expertContext({ code_owners: [], opted_out: 0, as_of: null }) },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
