import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { Card } from "../../src/components/ui/Card.tsx";

import { DashboardGrid } from "../../src/components/dashboards/DashboardGrid.tsx";

const meta = {
  component: DashboardGrid,
  args: {
    items: [
      { id: "a", x: 0, y: 0, w: 6, h: 2 },
      { id: "b", x: 6, y: 0, w: 6, h: 2 },
      { id: "c", x: 0, y: 2, w: 12, h: 2 },
    ],
    nameOf: ({ id }) => `Card ${id}`,
    children: ({ id }) => <Card>Card {id}</Card>,
  },
} satisfies Meta<typeof DashboardGrid>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Read: Story = { parameters: lightPicture };
export const MovedByKeys: Story = {
  args: { onArrange: fn() },
  play: async ({ args, canvas, userEvent }) => {
    canvas.getByRole("button", { name: "Move Card a" }).focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect(args.onArrange).toHaveBeenCalledWith([
      { id: "a", x: 0, y: 4, w: 6, h: 2 },
      { id: "b", x: 6, y: 0, w: 6, h: 2 },
      { id: "c", x: 0, y: 2, w: 12, h: 2 },
    ]);
    await expect(canvas.getByRole("status")).toHaveTextContent("Card a: column 1, row 5, 6 wide, 2 high");
    canvas.getByRole("button", { name: "Resize Card b" }).focus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect(args.onArrange).toHaveBeenLastCalledWith(
      expect.arrayContaining([{ id: "b", x: 6, y: 0, w: 5, h: 2 }]),
    );
  },
};
export const MovedByPointer: Story = {
  args: { onArrange: fn() },
  play: async ({ args, canvas, userEvent }) => {
    const target = canvas.getByRole("button", { name: "Move Card a" });
    const { left, top } = target.getBoundingClientRect();
    await userEvent.pointer([
      { keys: "[MouseLeft>]", target, coords: { clientX: left, clientY: top } },
      { target, coords: { clientX: left, clientY: top + 400 } },
      { keys: "[/MouseLeft]", target, coords: { clientX: left, clientY: top + 400 } },
    ]);
    await expect(args.onArrange).toHaveBeenCalledWith(
      expect.arrayContaining([{ id: "c", x: 0, y: 2, w: 12, h: 2 }, expect.objectContaining({ id: "a", y: 4 })]),
    );
  },
};
export const OnAPhone: Story = { globals: { viewport: { value: "phone" } } };
export const Turkish: Story = { args: { onArrange: fn() }, globals: { locale: "tr" } };
