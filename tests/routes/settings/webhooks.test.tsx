/** Receivers of events of the company, and of a project. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { OutgoingWebhook } from "../../../contract/notices/outgoingWebhooks.ts";
import { ok } from "../../../src/services/result.ts";
import { type Handler, respond } from "../../fixtures/handlers.ts";
import { delivery, outgoingWebhook } from "../../fixtures/webhooks.ts";
import { renderApp } from "../../renderApp.tsx";

test("a receiver is added, its secret is shown once, and it is in the list afterwards", async () => {
  let webhooks: OutgoingWebhook[] = [];
  const add = vi.fn<Handler<"createCompanyWebhook">>(({ body }) => {
    const webhook = outgoingWebhook({ label: body.label, events: ["user.removed"] });
    webhooks = [webhook];
    return Promise.resolve(ok({ webhook, secret: "whsec_shown-once" }));
  });
  await renderApp({
    path: "/settings/webhooks",
    handlers: { listCompanyWebhooks: () => Promise.resolve(ok(webhooks)), createCompanyWebhook: add },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Add a receiver" }));
  await userEvent.type(screen.getByLabelText("Name"), "Directory");
  await userEvent.type(screen.getByLabelText("Address"), "https://directory.acme.example/clew");
  // Chats belong to projects.
  expect(screen.queryByLabelText("Receiver")).toBeNull();
  await userEvent.click(screen.getByLabelText("Person removed from the company"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("whsec_shown-once")).toBeInTheDocument();
  expect(add.mock.lastCall?.[0].body).toMatchObject({ kind: "webhook", events: ["user.removed"] });
  await userEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1) ?? document.body);
  await waitFor(() => expect(screen.queryByText("whsec_shown-once")).toBeNull());
  expect(await screen.findByRole("heading", { name: /Directory/ })).toBeInTheDocument();
});

test("a delivery that failed is read and sent again from the log", async () => {
  const again = vi.fn<Handler<"replayDelivery">>(respond(delivery({ state: "waiting", attempts: 0 })));
  await renderApp({
    path: "/settings/webhooks",
    handlers: {
      listCompanyWebhooks: respond([outgoingWebhook()]),
      listDeliveries: respond({ results: [delivery({ state: "failed", status: 500, attempts: 9 })], next: null }),
      getDelivery: respond({ ...delivery({ state: "failed" }), request: '{"type":"issue.closed"}', response: "Oops" }),
      replayDelivery: again,
    },
  });
  await userEvent.click(await screen.findByText("Deliveries"));
  const log = await screen.findByRole("list", { name: "Deliveries" });
  expect(within(log).getByText("9 attempts · Status 500, 84 ms")).toBeInTheDocument();
  await userEvent.click(within(log).getByText("Details"));
  expect(await within(log).findByText("Oops")).toBeInTheDocument();
  await userEvent.click(within(log).getByRole("button", { name: "Send again: Issue closed" }));
  await waitFor(() => expect(again.mock.lastCall?.[0].params.deliveryId).toBe("0b5a7a3c58f34b56"));
});
