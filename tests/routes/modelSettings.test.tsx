import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Handler, respond } from "../fixtures/handlers.ts";
import { renderApp } from "../renderApp.tsx";

const setModelSettings = vi.fn<Handler<"setModelSettings">>();

test("an Admin sets up the first model of the company", async () => {
  setModelSettings.mockImplementation(({ body: { api_key, words_digests = false, ...body } }) =>
    respond({ ...body, words_digests, has_key: Boolean(api_key), used: { tokens: 0, requests: 0, cost: 0 } })(),
  );
  await renderApp({ path: "/settings/model", handlers: { getModelSettings: respond(null), setModelSettings } });
  const address = await screen.findByRole("textbox", { name: /Address of the API/ }, { timeout: 10_000 });
  await userEvent.type(address, "https://models.example.org/v1");
  await userEvent.type(screen.getByRole("textbox", { name: /Name of the model/ }), "small");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(setModelSettings).toHaveBeenCalledOnce());
  expect(setModelSettings.mock.calls[0]?.[0].body).toMatchObject({
    address: "https://models.example.org/v1",
    model: "small",
  });
});
