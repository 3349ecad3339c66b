import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { NO_FACETS, SearchFacetList } from "../../src/components/search/SearchFacetList.tsx";
import { searchAnswer } from "../../tests/fixtures/search.ts";

const { facets } = searchAnswer();

const meta = {
  parameters: pictures,
  component: SearchFacetList,
  args: {
    facets,
    chosen: NO_FACETS,
    sourceNames: { "r-atlas": "acme/atlas", "t-atlas": "acme/atlas issues" },
    onToggle: fn(),
    onClear: fn(),
  },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 240 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof SearchFacetList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingChosen: Story = { parameters: forState };
export const SomeChosen: Story = {
  parameters: forState,
  args: { chosen: { ...NO_FACETS, kind: ["code"], language: ["SQL"] } },
};
export const ChosenValueIsGone: Story = {
  parameters: forState,
  args: { chosen: { ...NO_FACETS, label: ["wontfix"] } },
};
export const WithWorkflow: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    facets: {
      ...facets,
      status: [
        { value: "In Review", count: 5 },
        { value: "To Do", count: 2 },
      ],
    },
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("checkbox", { name: /In Review/ }));
    await expect(args.onToggle).toHaveBeenCalledWith("status", "In Review");
  },
};
export const Turkish: Story = {
  globals: { locale: "tr" },
  args: {
    facets: { ...facets, state: ["open", "merged", "closed"].map((value) => ({ value, count: 2 })) },
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    for (const name of [/açık/, /birleştirildi/, /kapalı/])
      await expect(canvas.getByRole("checkbox", { name })).toBeInTheDocument();
  },
};
export const ManyAndLong: Story = {
  args: {
    facets: {
      ...facets,
      folder: Array.from({ length: 20 }, (_, at) => ({
        value: at === 2 ? "a-folder-with-a-very-long-name-indeed" : `folder-${at + 1}`,
        count: 12_000 - at * 500,
      })),
    },
  },
  parameters: forLayout,
};
export const TogglesByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as NothingChosen
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("checkbox", { name: /Code/ })).toHaveFocus();
    await userEvent.keyboard(" ");
    await expect(args.onToggle).toHaveBeenCalledWith("kind", "code");
  },
};
export const MoreAndFewer: Story = {
  ...ManyAndLong,
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as ManyAndLong before the click
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "14 more" }));
    await expect(canvas.getByRole("checkbox", { name: /folder-20/ })).toBeInTheDocument();
    await userEvent.click(canvas.getByRole("button", { name: "Fewer" }));
    await expect(canvas.queryByRole("checkbox", { name: /folder-20/ })).toBeNull();
  },
};
