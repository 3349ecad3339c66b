import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ok } from "../../../src/services/result.ts";
import { type Handler, respond } from "../../fixtures/handlers.ts";
import { project, repository, sourceDetail } from "../../fixtures/projects.ts";
import { chooseFromMenu } from "../chooseFromMenu.ts";
import { renderApp } from "../../renderApp.tsx";

const menuOf = async (name: string): Promise<HTMLElement> => {
  const repositories = await screen.findByRole("region", { name: "Repositories" });
  return within(repositories).findByRole("button", { name: `Actions for ${name}` });
};

test("a webhook that is made after its dialog was closed does not open it, nor appear under another source", async () => {
  const sources = [
    sourceDetail({ id: "r-atlas", kind: "repository" }),
    sourceDetail({ id: "r-other", kind: "repository" }),
  ];
  const answers = new Map<string, () => void>();
  const webhook = (id: string) => ({
    url: `https://clew.example/hooks/${id}/`,
    secret: `secret of ${id}`,
    events: ["push"],
  });
  const createWebhook: Handler<"createWebhook"> = ({ params }) =>
    new Promise((resolve) => {
      const id = Object.values(params).join();
      answers.set(id, () => resolve(ok(webhook(id))));
    });
  await renderApp({
    handlers: {
      getProject: respond(
        project({
          repositories: [
            repository({ id: "r-atlas", name: "acme/atlas" }),
            repository({ id: "r-other", name: "acme/other" }),
          ],
        }),
      ),
      listSources: respond(sources),
      createWebhook,
    },
    path: "/projects/atlas/sources",
  });
  await chooseFromMenu(await menuOf("acme/atlas"), "Webhook");
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await chooseFromMenu(await menuOf("acme/other"), "Webhook");
  const dialog = within(await screen.findByRole("dialog", { name: /acme\/other/ }));
  await act(async () => await Promise.resolve(answers.get("r-atlas")?.()));
  expect(dialog.queryByText("secret of r-atlas")).toBeNull();
  await act(async () => await Promise.resolve(answers.get("r-other")?.()));
  expect(await dialog.findByText("secret of r-other")).toBeVisible();
});

test("a dialog that is opened again shows the secret of the second request, also where the first response arrives last", async () => {
  const answers: (() => void)[] = [];
  await renderApp({
    handlers: {
      getProject: respond(project()),
      listSources: respond([sourceDetail({ id: "r-atlas", kind: "repository" })]),
      createWebhook: () =>
        new Promise((resolve) => {
          const secret = `secret ${answers.length + 1}`;
          answers.push(() => resolve(ok({ url: "https://clew.example/hooks/r-atlas/", secret, events: ["push"] })));
        }),
    },
    path: "/projects/atlas/sources",
  });
  await chooseFromMenu(await menuOf("acme/atlas"), "Webhook");
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await chooseFromMenu(await menuOf("acme/atlas"), "Webhook");
  const dialog = within(await screen.findByRole("dialog"));
  await act(async () => await Promise.resolve(answers[1]?.()));
  expect(await dialog.findByText("secret 2")).toBeVisible();
  await act(async () => await Promise.resolve(answers[0]?.()));
  expect(dialog.getByText("secret 2")).toBeVisible();
  expect(dialog.queryByText("secret 1")).toBeNull();
});
