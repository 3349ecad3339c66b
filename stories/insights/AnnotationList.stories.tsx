import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { AnnotationList } from "../../src/components/insights/AnnotationList.tsx";
import { annotation, annotations } from "../../tests/fixtures/insights.ts";

const meta = {
  component: AnnotationList,
  args: { label: "Releases, incidents and notes", annotations, onEdit: fn(), onDelete: fn() },
} satisfies Meta<typeof AnnotationList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas, args, userEvent }) => {
    await expect(canvas.getByRole("link", { name: "v1.2.0" })).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Edit “Two people joined”" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Edit “Search was down”" }));
    await expect(args.onEdit).toHaveBeenCalledWith(annotation());
    await userEvent.click(canvas.getByRole("button", { name: "Delete “Search was down”" }));
    await expect(args.onDelete).toHaveBeenCalledWith(annotation());
  },
};
/** In the table view of a card. */
export const ReadOnly: Story = {
  args: { onEdit: undefined, onDelete: undefined },
  play: ({ canvas }) => expect(canvas.queryByRole("button")).toBeNull(),
};
/** Each has the name of its project. */
export const OfSeveralProjects: Story = {
  args: { namesProjects: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Atlas · acme/atlas")).toBeVisible();
    await expect(canvas.getAllByText("Atlas · Ada Kaya")[0]).toBeVisible();
  },
};
/** A title is text, and characters that are not visible are named. */
export const Hostile: Story = {
  args: {
    annotations: [annotation({ title: `<img src=x onerror="alert(1)">{{title}} $t(export) \u202egnp.exe` })],
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/<img src=x onerror="alert\(1\)">\{\{title\}\} \$t\(export\)/)).toBeVisible();
    await expect(canvasElement.querySelector("img")).toBeNull();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
