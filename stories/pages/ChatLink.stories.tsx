import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen } from "storybook/test";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import { lightPicture, onPhoneToo, pageModes } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { chatLink } from "../../tests/fixtures/chatLinks.ts";
import { failWith, respond } from "../../tests/fixtures/handlers.ts";

/** The first story of a run also loads the screen's code. */
const COLD = { timeout: 10_000 };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { modes: pageModes } },
  args: {
    path: "/act?link=abc",
    handlers: {
      getChatLink: respond(chatLink()),
      followChatLink: respond({ state: "done" as const, text: "Ada Kaya has assigned it to themselves, as ada." }),
    },
  },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  parameters: onPhoneToo,
  play: async ({ canvasElement, userEvent }) => {
    await expect(await screen.findByRole("heading", { name: "Assign this issue to you?" }, COLD)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Assign to me" }));
    await expect(await screen.findByText(/has assigned it to themselves/)).toBeVisible();
    await expectNoOverflow(canvasElement);
  },
};
/** Another user has used it while the page was open. */
export const UsedMeanwhile: Story = {
  args: {
    handlers: {
      getChatLink: respond(chatLink()),
      followChatLink: failWith({ status: 409, text: "This link was used already." }),
    },
  },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Assign to me" }, COLD));
    await expect(await screen.findByText(/was used already/)).toBeVisible();
  },
};
export const NotForTheReader: Story = {
  parameters: lightPicture,
  args: { handlers: { getChatLink: failWith({ status: 404, text: "This link is not valid for you." }) } },
  play: async () => {
    await expect(await screen.findByText("The link could not be opened", undefined, COLD)).toBeVisible();
    await expect(screen.getByText(/is not valid for you/)).toBeVisible();
  },
};
export const WithoutALink: Story = {
  args: { path: "/act" },
  play: async () => {
    await expect(await screen.findByText(/The address has no link/, undefined, COLD)).toBeVisible();
  },
};
