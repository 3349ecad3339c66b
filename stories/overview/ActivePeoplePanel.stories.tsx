import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout } from "../../.storybook/modes.ts";
import { ActivePeoplePanel } from "../../src/components/overview/ActivePeoplePanel.tsx";
import { overview } from "../../tests/fixtures/overview.ts";

const { active } = overview();
const meta = {
  component: ActivePeoplePanel,
  args: { active, personHref: ({ id }) => `/people/${id}`, allHref: "/experts" },
} satisfies Meta<typeof ActivePeoplePanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Some: Story = { parameters: { chromatic: { disableSnapshot: false } } };
export const None: Story = { args: { active: { count: 0, people: [] } } };
export const LongName: Story = {
  parameters: forLayout,
  args: {
    active: {
      count: 1,
      people: active.people
        .slice(0, 1)
        .map((one) => ({ ...one, person: { ...one.person, name: "Wolfeschlegelsteinhausenbergerdorff ".repeat(3) } })),
    },
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
