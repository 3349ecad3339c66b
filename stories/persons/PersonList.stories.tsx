import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, modes, layoutModes, forLayout, forState } from "../../.storybook/modes.ts";
import { PersonList } from "../../src/components/persons/PersonList.tsx";
import { persons } from "../../tests/fixtures/persons.ts";

const meta = {
  parameters: pictures,
  component: PersonList,
  args: {
    personHref: ({ name }) => `/projects/atlas/people/${name}`,
    persons: persons(),
    onChoose: fn(),
    onUndo: fn(),
    onSplit: fn(),
  },
} satisfies Meta<typeof PersonList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Maintainer: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("checkbox", { name: "Choose Ada Lovelace" }));
    await expect(args.onChoose).toHaveBeenCalledWith(expect.objectContaining({ name: "Ada Lovelace" }), true);
    await userEvent.click(canvas.getByRole("button", { name: "Undo for Grace Hopper" }));
    await expect(args.onUndo).toHaveBeenCalledWith(expect.objectContaining({ merge: "m-1" }));
    await userEvent.click(canvas.getByRole("button", { name: /Separate: ada · 12\+ada@users/ }));
    await expect(args.onSplit).toHaveBeenCalledWith(
      expect.objectContaining({ name: "Ada Lovelace" }),
      expect.objectContaining({ key: "author:2" }),
    );
  },
};
export const ReadOnly: Story = {
  args: { onChoose: undefined, onUndo: undefined, onSplit: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
    await expect(canvas.queryByRole("checkbox")).toBeNull();
    await expect(canvas.getByText("no-reply address of this login")).toBeVisible();
  },
};
export const Chosen: Story = { args: { chosen: ["account:a1", "account:g1"] } };
export const Busy: Story = { args: { isBusy: true, chosen: ["account:a1"] }, parameters: forState };
export const LongNames: Story = {
  args: {
    persons: persons().map((person) => ({
      ...person,
      name: `${person.name} ${"von Hohenstein ".repeat(4)}`,
      identities: person.identities.map((identity) => ({
        ...identity,
        label: `${identity.label}${"long".repeat(30)}`,
      })),
    })),
  },
  parameters: forLayout,
};
export const Narrow: Story = {
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};
/** The pressed button keeps the focus during the request; after it the name has the focus, since the button is gone. */
export const KeepsFocus: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: function Undoing(args) {
    const [isBusy, setBusy] = useState(false);
    const [isUndone, setUndone] = useState(false);
    return (
      <>
        <PersonList
          {...args}
          persons={args.persons.map((person) => (isUndone ? { ...person, merge: null } : person))}
          isBusy={isBusy}
          onUndo={() => setBusy(true)}
        />
        <button
          type="button"
          onClick={() => {
            setBusy(false);
            setUndone(true);
          }}
        >
          End the request
        </button>
      </>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const name = "Undo for Grace Hopper";
    await userEvent.click(canvas.getByRole("button", { name }));
    await expect(canvas.getByRole("button", { name, busy: true })).toHaveFocus();
    canvas.getByRole("button", { name: "End the request" }).click();
    await waitFor(() => expect(canvas.queryByRole("button", { name })).toBeNull());
    await waitFor(() => expect(canvas.getByRole("link", { name: "Grace Hopper" })).toHaveFocus());
  },
};
