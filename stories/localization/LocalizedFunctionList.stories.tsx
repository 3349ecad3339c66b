import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LocalizedFunctionList } from "../../src/components/localization/LocalizedFunctionList.tsx";
import { localization } from "../../tests/fixtures/localization.ts";

const meta = {
  component: LocalizedFunctionList,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Issue</h1>
        <h2 className="visually-hidden">Files</h2>
        <h3 className="visually-hidden">issuePages.ts</h3>
        <Story />
      </>
    ),
  ],
  args: {
    functions: localization().files[0]?.functions ?? [],
    hrefOf: ({ line, lastLine }) => `#L${line}-L${lastLine}`,
  },
} satisfies Meta<typeof LocalizedFunctionList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const LinksToTheLines: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "readCursor" })).toHaveAttribute("href", "#L41-L46");
  },
};
