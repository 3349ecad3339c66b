import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { PageComments } from "../../src/components/documents/PageComments.tsx";
import { pageComments } from "../../tests/fixtures/documents.ts";

const meta = {
  component: PageComments,
  parameters: { ...framed },
  decorators: [
    (Story) => (
      <main>
        <h1 className="visually-hidden">Atlas</h1>
        <h2 className="visually-hidden">Sessions</h2>
        <Story />
      </main>
    ),
  ],
  args: {
    comments: pageComments(),
    total: 2,
    base: "https://wiki.example/ENG/Sessions",
    personHref: (person) => `#person:${person.id}`,
  },
} satisfies Meta<typeof PageComments>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { name: "2 comments" })).toBeVisible();
    await expect(canvas.getByRole("link", { name: "Grace Demir" })).toHaveAttribute("href", "#person:account-9");
    await expect(canvas.getByText("A session is opened by SessionStore")).toBeVisible();
    await expect(canvas.getByText("Unknown author")).toBeVisible();
  },
};
/** A page with more comments than an answer has. */
export const OlderAreHidden: Story = {
  args: { total: 240 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("238 older comments are not shown.")).toBeVisible();
  },
};
export const LongTexts: Story = {
  args: {
    comments: pageComments().map((comment) => ({
      ...comment,
      quote: "AnUnbrokenPassage".repeat(30),
      body: "A sentence of a comment that never ends. ".repeat(200),
    })),
  },
};
