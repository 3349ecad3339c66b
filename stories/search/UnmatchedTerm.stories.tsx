import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { UnmatchedTerm } from "../../src/components/search/UnmatchedTerm.tsx";

const meta = {
  component: UnmatchedTerm,
  // The stories of SearchResults have the pictures.
  decorators: [
    (Story) => (
      <ul>
        <Story />
      </ul>
    ),
  ],
  args: { missing: { word: "tokne", suggestion: "token" }, hasResults: false, onReplace: fn() },
} satisfies Meta<typeof UnmatchedTerm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithSuggestion: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Search for “token” instead" }));
    await expect(args.onReplace).toHaveBeenCalledWith("tokne", "token");
  },
};
export const ResultsWithoutTheTerm: Story = {
  args: { hasResults: true, missing: { word: "tokne", suggestion: null } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/the results are without it/)).toBeVisible();
    await expect(canvas.queryByRole("button")).not.toBeInTheDocument();
  },
};
