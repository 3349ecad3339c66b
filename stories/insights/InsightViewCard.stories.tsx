import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { InsightViewCard } from "../../src/components/insights/InsightViewCard.tsx";

const meta = {
  component: InsightViewCard,
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
    title: "Hotspots",
    text: "Files that change often and are large.",
    how: "Commits of the period times the lines of the file.",
    children: <p>The view</p>,
  },
} satisfies Meta<typeof InsightViewCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole("region", { name: "Hotspots" })).toHaveTextContent("The view");
    await userEvent.click(canvas.getByText("How it is calculated"));
    await expect(canvas.getByText(/^Commits of the period/)).toBeVisible();
  },
};
export const WithoutMethod: Story = { args: { how: undefined } };
export const Empty: Story = {
  args: { isEmpty: true },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText("The view")).toBeNull();
  },
};
export const WithActions: Story = {
  args: { actions: <button type="button">Add to a dashboard</button> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Add to a dashboard" })).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
