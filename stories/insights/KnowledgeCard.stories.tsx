import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { KnowledgeCard } from "../../src/components/insights/KnowledgeCard.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const views = insightViews();

const meta = {
  component: KnowledgeCard,
  // The stories of the page of Insights have the pictures.
  decorators: [
    (Story) => (
      <>
        <h2 className="visually-hidden">Insights</h2>
        <Story />
      </>
    ),
  ],
  args: {
    knowledge: views.knowledge,
    truckFactor: 2,
    personHref: (project, { id }) => `/projects/${project}/people/${id}`,
    mapHref: ({ project }) => `#${project}`,
    onOpen: fn(),
  },
} satisfies Meta<typeof KnowledgeCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = { parameters: lightPicture };
export const WithoutTruckFactor: Story = { args: { truckFactor: null } };
export const Empty: Story = {
  args: { knowledge: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("table")).toBeNull();
  },
};
export const OneRow: Story = { args: { knowledge: views.knowledge.slice(0, 1) } };
export const LongPaths: Story = {
  args: {
    knowledge: views.knowledge.map((one, at) => ({
      ...one,
      path: `${"packages/a-package-with-a-long-name/".repeat(5)}${at}.ts`,
    })),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
