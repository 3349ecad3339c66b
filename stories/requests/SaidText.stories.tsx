import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { PEOPLE } from "../../tests/fixtures/issues.ts";
import { SaidText } from "../../src/components/requests/SaidText.tsx";

const meta = {
  component: SaidText,
  parameters: { chromatic: { disableSnapshot: true } },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    base: "https://host.example/atlas/pull/12",
    personHref: ({ name }) => `/projects/atlas/people?who=${encodeURIComponent(name)}`,
    author: PEOPLE.jonas,
    did: "commented",
    at: "2026-02-21T09:00:00Z",
    body: "**Why** so? <img src=x onerror=alert(1)>",
    url: "https://host.example/atlas/pull/12#r1",
  },
} satisfies Meta<typeof SaidText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Why")).toBeVisible();
    await expect(document.querySelector("img[onerror]")).toBeNull();
  },
};
export const DeletedAccount: Story = { args: { author: null, url: null } };
export const WithoutText: Story = { args: { body: "" } };
export const Turkish: Story = { parameters: { chromatic: { disableSnapshot: true } }, globals: { locale: "tr" } };
