import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { AnnotationDialog } from "../../src/components/insights/AnnotationDialog.tsx";
import { annotation } from "../../tests/fixtures/insights.ts";

const meta = {
  component: AnnotationDialog,
  parameters: { ...framed },
  args: {
    annotation: null,
    today: "2026-11-18",
    projects: [{ slug: "atlas", name: "Atlas" }],
    onSave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof AnnotationDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const title = await screen.findByRole("textbox", { name: "Title" });
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(title).toHaveFocus();
    await expect(title).toHaveAccessibleDescription(/This field is required/);
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.type(title, "  Search was down ");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "note");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(
      { kind: "note", title: "Search was down", day: "2026-11-18" },
      "atlas",
    );
  },
};
/** The charts are of several projects: a new one belongs to one of them. */
export const SeveralProjects: Story = {
  args: {
    projects: [
      { slug: "atlas", name: "Atlas" },
      { slug: "tern", name: `<img src=x onerror="alert(1)">` },
    ],
  },
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox", { name: "Title" }), "Search was down");
    await expect(screen.getByRole("combobox", { name: "Project" })).toHaveDisplayValue("Atlas");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Project" }), "tern");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(
      { kind: "incident", title: "Search was down", day: "2026-11-18" },
      "tern",
    );
  },
};
export const Change: Story = { args: { annotation: annotation() } };
export const Busy: Story = { args: { annotation: annotation(), isBusy: true } };
export const Refused: Story = {
  args: {
    annotation: annotation(),
    failure: { text: "day: Must be at most 2099-12-31", fields: { day: ["Must be at most 2099-12-31"] } },
  },
};
export const Turkish: Story = { args: { annotation: annotation() }, globals: { locale: "tr" } };
