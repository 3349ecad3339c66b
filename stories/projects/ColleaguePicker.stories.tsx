import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { ColleaguePicker } from "../../src/components/projects/ColleaguePicker.tsx";
import { nameContains } from "../../src/domain/nameContains.ts";
import { companyUsers } from "../../tests/fixtures/account.ts";

const many = Array.from({ length: 120 }, (_, at) => ({
  id: `u-${at}`,
  name: `Colleague ${String(at).padStart(3, "0")}`,
  email: `colleague${at}@acme.example`,
  role: "Member" as const,
}));

const meta = {
  parameters: pictures,
  component: ColleaguePicker,
  args: {
    people: companyUsers(),
    members: ["u-ada"],
    contains: nameContains,
    onRetry: fn(),
    onAdd: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof ColleaguePicker>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SomeOutsideOfTheProject: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("checkbox")).toHaveLength(2);
    await expect(canvas.queryByRole("checkbox", { name: /Ada Kaya/ })).toBeNull();
  },
};
export const EmptyCompany: Story = { args: { people: companyUsers().slice(0, 1) }, parameters: forState };
export const EverybodyIsIn: Story = { parameters: forState, args: { members: companyUsers().map(({ id }) => id) } };
export const Loading: Story = { args: { people: null }, parameters: forState };
export const Failed: Story = {
  args: { people: null, failure: { text: "The host is being restarted.", status: 503, requestId: "r-77" } },
  parameters: forState,
};
export const Refused: Story = { args: { errors: ["A project may have 500 members."] }, parameters: forState };
export const Busy: Story = { args: { isBusy: true }, parameters: forState };
export const LongNames: Story = {
  args: {
    people: [
      ...companyUsers(),
      {
        id: "u-long",
        name: "Maximiliane von Hohenstein ".repeat(4).trim(),
        email: `${"long".repeat(15)}@acme.example`,
        role: "Member",
      },
    ],
  },
  parameters: forLayout,
};
export const ManyAreNarrowedBySearching: Story = {
  parameters: forState,
  args: { people: many },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent("The first 50 of 120 are listed.");
    await userEvent.type(canvas.getByRole("searchbox"), "colleague 119");
    await expect(canvas.getAllByRole("checkbox")).toHaveLength(1);
    await userEvent.type(canvas.getByRole("searchbox"), "9");
    await expect(canvas.getByRole("status")).toHaveTextContent("No colleague outside the project matches.");
  },
};

/** Search, arrow keys, Space; the selection is kept while another text is searched. */
export const PickedByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as the first
  play: async ({ args, canvas, userEvent }) => {
    const search = canvas.getByRole("searchbox", { name: "Search colleagues by name or email" });
    await userEvent.type(search, "çiğ{Enter}");
    await expect(canvas.getByRole("checkbox", { name: /Çiğdem/ })).toHaveFocus();
    await userEvent.keyboard(" {ArrowUp}");
    await expect(search).toHaveFocus();
    await userEvent.clear(search);
    await userEvent.keyboard("{ArrowDown}");
    await expect(canvas.getByRole("checkbox", { name: /Bora/ })).toHaveFocus();
    await userEvent.keyboard(" ");
    await expect(canvas.getByText("Selected: Bora Yılmaz and Çiğdem Öz")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Add 2 people" }));
    await expect(args.onAdd).toHaveBeenCalledWith([
      expect.objectContaining({ id: "u-bora" }),
      expect.objectContaining({ id: "u-cigdem" }),
    ]);
    await expect(search).toHaveFocus();
  },
};
/** Enter in a box submits; the box keeps the focus while the request runs, and its state. */
export const KeepsFocus: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: function Adding(args) {
    const [isBusy, setBusy] = useState(false);
    const handleAdd = (): Promise<boolean> => {
      setBusy(true);
      return new Promise(() => {});
    };
    return <ColleaguePicker {...args} isBusy={isBusy} onAdd={handleAdd} />;
  },
  play: async ({ canvas, userEvent }) => {
    const box = canvas.getByRole("checkbox", { name: /Bora/ });
    box.focus();
    await userEvent.keyboard(" {Enter}");
    await waitFor(() => expect(canvas.getByRole("button", { busy: true })).toBeVisible());
    await expect(box).toHaveFocus();
    await userEvent.keyboard(" ");
    await expect(box).toBeChecked();
  },
};
