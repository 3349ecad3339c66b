/** The page that a link in a message of a chat opens. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { chatLink } from "../fixtures/chatLinks.ts";
import { failWith, respond } from "../fixtures/handlers.ts";
import { renderApp } from "../renderApp.tsx";

const path = "/act?link=sealed";
const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole("button", { name }));

test("after the action the page asks no question any more", async () => {
  await renderApp({
    path,
    handlers: {
      getChatLink: respond(chatLink()),
      followChatLink: respond({ state: "done" as const, text: "Ada has assigned it to themselves, as ada." }),
    },
  });
  await screen.findByRole("heading", { name: "Assign this issue to you?" });
  await press("Assign to me");
  await screen.findByText("Ada has assigned it to themselves, as ada.");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Action from a chat");
  expect(screen.getByRole("link", { name: "Open the issue" })).toBeVisible();
});

test("without a connection the action and its button stay, and the link is not read again", async () => {
  let reads = 0;
  const read = () => {
    reads += 1;
    return respond(chatLink())();
  };
  const failure = failWith({ kind: "network", status: null, text: "No answer." });
  await renderApp({ path, handlers: { getChatLink: read, followChatLink: failure } });
  await press("Assign to me");
  await screen.findByText(/The server cannot be reached/);
  expect(screen.getByRole("button", { name: "Assign to me" })).toBeEnabled();
  expect(reads).toBe(1);
});

test("a link that is refused shows who is signed in", async () => {
  await renderApp({ path, handlers: { getChatLink: failWith({ status: 404, text: "Not valid for you." }) } });
  await screen.findByText("Not valid for you.");
  expect(screen.getByText(/You are signed in as .+@/)).toBeVisible();
});
