import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor, within } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RevisionPicker } from "../../src/components/code/RevisionPicker.tsx";
import { codeRefs } from "../../tests/fixtures/code.ts";

const meta = {
  component: RevisionPicker,
  // The stories of the code page have the pictures.
  args: {
    current: "main",
    label: "Revision",
    text: "",
    refs: codeRefs().refs,
    total: 4,
    hrefOf: (revision) => `#${revision ?? "head"}`,
    onChange: fn(),
    onOpened: fn(),
    sourcesHref: "#sources",
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /^Revision: / }));
    await expect(await within(document.body).findByText("Choose branches")).toBeVisible();
  },
} satisfies Meta<typeof RevisionPicker>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Revision: main" }));
    const body = within(document.body);
    await waitFor(() => expect(body.getByRole("textbox", { name: "Search branches and tags" })).toHaveFocus());
    await expect(await body.findByRole("link", { name: /^release/ })).toHaveAttribute(
      "href",
      "#refs/heads/release/1.0",
    );
    await expect(body.getByRole("link", { name: /^main/ })).toHaveAttribute("href", "#head");
    await expect(body.queryByRole("link", { name: /v1.0-rc/ })).toBeNull();
  },
};
export const Hash: Story = { args: { text: "4f2c91d", refs: [], total: 0 } };
export const Loading: Story = { args: { refs: null, total: 0 } };
export const NoneFound: Story = { args: { text: "nowhere", refs: [], total: 0 } };
export const More: Story = { args: { total: 1204 } };
export const Failed: Story = { args: { refs: null, total: 0, failure: "The server could not be reached." } };
