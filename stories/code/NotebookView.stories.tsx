import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NotebookView } from "../../src/components/code/NotebookView.tsx";
import { NOTEBOOK } from "../../tests/fixtures/code.ts";

const meta = {
  component: NotebookView,
  // The stories of the code page have the pictures.
  args: { text: NOTEBOOK },
} satisfies Meta<typeof NotebookView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText("a table")).toBeVisible();
    await expect(canvasElement.querySelector("script, img[src=x]")).toBeNull();
  },
};
export const Empty: Story = { args: { text: '{"cells": []}' } };
export const NotANotebook: Story = { args: { text: "{" } };
