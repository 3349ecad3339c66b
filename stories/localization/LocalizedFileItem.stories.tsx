import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LocalizedFileItem } from "../../src/components/localization/LocalizedFileItem.tsx";
import { localization } from "../../tests/fixtures/localization.ts";

const [first] = localization().files;
if (!first) throw new Error("The fixture has no file.");

const meta = {
  component: LocalizedFileItem,
  // The stories of LocalizationPanel have the pictures.
  decorators: [
    (Story) => (
      <ol>
        <Story />
      </ol>
    ),
  ],
  args: {
    file: first,
    rank: 1,
    best: first.score,
    repository: null,
    isOpen: false,
    onToggle: fn(),
    codeHref: ({ path, line }) => `#${path}:${line ?? ""}`,
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
  },
} satisfies Meta<typeof LocalizedFileItem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Collapsed: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    const [toggle] = canvas.getAllByRole("button", { expanded: false });
    if (toggle) await userEvent.click(toggle);
    await expect(args.onToggle).toHaveBeenCalledOnce();
  },
};
export const Expanded: Story = { args: { isOpen: true, repository: "atlas" } };
export const WithVerdict: Story = {
  args: { isOpen: true, file: { ...first, verdict: "right" }, onVerdict: fn() },
};
export const WithoutSnippet: Story = { args: { isOpen: true, file: { ...first, snippet: null, functions: [] } } };
