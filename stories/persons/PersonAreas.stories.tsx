import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { PersonAreas } from "../../src/components/persons/PersonAreas.tsx";
import { noKnowledge, personKnowledge } from "../../tests/fixtures/personPage.ts";

const meta = {
  component: PersonAreas,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Noor Haddad</h1>
        <Story />
      </>
    ),
  ],
  args: {
    knowledge: personKnowledge(),
    trendDays: 90,
    areaHref: ({ path }) => `/projects/atlas/experts?path=${path}`,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
  },
} satisfies Meta<typeof PersonAreas>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByRole("row", { name: /src\/routes\/issues.*84\s?%.*1.*12.*Rising.*4 before.*Tomas Brandt/ }),
    ).toBeVisible();
    await expect(canvas.getByText("and 2 more areas")).toBeVisible();
  },
};
export const SeveralRepositories: Story = { args: { repositoryNames: { "r-1": "atlas" } } };
export const Nothing: Story = { args: { knowledge: noKnowledge } };
export const Narrow: Story = {
  globals: { viewport: { value: "phone" } },
};
export const Turkish: Story = { globals: { locale: "tr" } };
