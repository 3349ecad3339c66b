import type { Meta, StoryObj } from "@storybook/react-vite";
import { layoutModes, modes } from "../../.storybook/modes.ts";
import { ProjectLayout } from "../../src/components/projects/ProjectLayout.tsx";
import { ProjectNav } from "../../src/components/projects/ProjectNav.tsx";

const meta = {
  component: ProjectLayout,
  parameters: { layout: "padded" },
  args: {
    nav: <ProjectNav current="issues" hrefOf={(tab) => `#${tab}`} counts={{ sources: 2 }} />,
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

export const Page: Story = {};
/** The page is as high as the window. */
export const Filling: Story = { args: { isFilling: true } };
export const Narrow: Story = {
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
  globals: { viewport: { value: "phone" } },
};
