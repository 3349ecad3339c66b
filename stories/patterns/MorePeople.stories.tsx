import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { MorePeople } from "../../src/components/patterns/MorePeople.tsx";

const person = (id: string, name: string) => ({ id, name, email: null, avatar_url: null });

const meta = {
  component: MorePeople,
  parameters: {
    ...usage({
      do: ["Use it behind the people that a row has space for."],
      dont: ["Do not use it where all fit: a fact lists each as `PersonLink`."],
      keys: LINK_KEYS,
    }),
  },
  args: {
    people: [person("ada", "Ada Kaya"), person("sara", "שרה לוי")],
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
  },
} satisfies Meta<typeof MorePeople>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const NoOne: Story = {
  args: { people: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
/** Opened with the keyboard, it has the focus on the first name. */
export const Opened: Story = {
  play: async ({ canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "+2 more: Ada Kaya, שרה לוי" });
    // Voice control finds a button by the text that it shows.
    await expect(button.getAttribute("aria-label")).toContain(button.textContent);
    button.focus();
    await userEvent.keyboard("{Enter}");
    const first = await screen.findByRole("menuitem", { name: "Ada Kaya" });
    await expect(first).toHaveAttribute("href", "/projects/atlas/people/ada");
    await waitFor(() => expect(first).toHaveFocus());
    await userEvent.keyboard("{ArrowDown}");
    await expect(screen.getByRole("menuitem", { name: "שרה לוי" })).toHaveFocus();
  },
};
