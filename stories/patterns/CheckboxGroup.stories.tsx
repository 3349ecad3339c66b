import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { CheckboxGroup } from "../../src/components/patterns/CheckboxGroup.tsx";

const WORDS = ["Atlas", "Borealis", "Cygnus", "Draco", "Eridanus", "Fornax", "Gemini", "Hydra", "Indus"];
const options = WORDS.map((text) => ({ value: text.toLowerCase(), text }));

const meta = {
  component: CheckboxGroup,
  parameters: {
    ...usage({
      do: [
        "Use it where several of a few values can be chosen.",
        "Pass the errors of its field: they describe each box.",
      ],
      dont: ["Do not use it for one choice: that is a Select or a group of radio buttons."],
    }),
  },
  args: { label: "Projects", options: options.slice(0, 3), chosen: ["atlas"], onChange: fn() },
} satisfies Meta<typeof CheckboxGroup>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("checkbox", { name: "Borealis" }));
    await expect(args.onChange).toHaveBeenLastCalledWith(["atlas", "borealis"]);
    await userEvent.click(canvas.getByRole("checkbox", { name: "Atlas" }));
    await expect(args.onChange).toHaveBeenLastCalledWith([]);
  },
};
export const Invalid: Story = {
  parameters: lightPicture,
  args: { chosen: [], errors: ["This field is required"], help: "At least one." },
  play: async ({ canvas }) => {
    for (const box of canvas.getAllByRole("checkbox")) {
      await expect(box).toBeInvalid();
      await expect(box).toHaveAccessibleDescription("This field is required At least one.");
    }
  },
};
export const InOneLine: Story = { args: { inline: true } };
export const PartlyDisabled: Story = {
  args: { options: options.slice(0, 3).map((option, i) => ({ ...option, disabled: i === 1 })) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("checkbox", { name: "Borealis" })).toBeDisabled();
  },
};
export const Filtered: Story = {
  args: { options, filterLabel: "Filter by name" },
  render: function Chosen(args) {
    const [chosen, setChosen] = useState<readonly string[]>(args.chosen);
    return <CheckboxGroup {...args} chosen={chosen} onChange={setChosen} />;
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("searchbox", { name: "Filter by name" }), "hyd");
    await expect(canvas.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent)).toEqual([
      "Atlas",
      "Hydra",
    ]);
  },
};
export const LongTexts: Story = {
  parameters: { layout: "fullscreen" },
  args: { options: [{ value: "long", text: `Project_${"x".repeat(120)}` }, ...options.slice(0, 2)] },
  render: (args) => (
    <div style={{ inlineSize: "18rem" }}>
      <CheckboxGroup {...args} />
    </div>
  ),
};
