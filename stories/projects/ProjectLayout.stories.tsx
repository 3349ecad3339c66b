import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ProjectLayout } from "../../src/components/projects/ProjectLayout.tsx";

const meta = {
  component: ProjectLayout,
  parameters: { layout: "padded" },
  args: {
    children: (
      <>
        <header>
          <h1>Atlas</h1>
        </header>
        <p>The page of the project.</p>
      </>
    ),
  },
} satisfies Meta<typeof ProjectLayout>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Page: Story = { parameters: lightPicture };
/** The page is as high as the window. */
export const Filling: Story = {
  args: { isFilling: true },
  play: async ({ canvas }) => {
    const page = canvas.getByRole("heading", { name: "Atlas" }).closest("[data-filling]");
    await expect(page?.getBoundingClientRect().height).toBeGreaterThanOrEqual(480);
  },
};
