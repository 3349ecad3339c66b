import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { respond, failWith, type Handler } from "../../fixtures/handlers.ts";
import { renderApp, settle } from "../../renderApp.tsx";

afterEach(cleanup);

test("the time zone of the company is chosen and kept, and an invalid one is reported with the host's own message", async () => {
  const kept = { id: "c-acme", name: "Acme", role: "Admin" as const, time_zone: "Europe/Istanbul" };
  const update = vi
    .fn<Handler<"updateCompany">>()
    .mockImplementationOnce(failWith({ status: 400, fields: { time_zone: ["Not this one."] } }))
    .mockImplementation((call) => respond(Object.assign(kept, call.body))());
  await renderApp({
    path: "/settings/company",
    handlers: { getCompany: () => respond({ ...kept })(), updateCompany: update },
  });
  const part = await screen.findByRole("region", { name: "Time zone" });
  const select = () => within(part).getByRole("combobox", { name: "Time zone" });
  const choose = async (zone: string) => {
    await waitFor(() => expect(select()).not.toHaveAttribute("aria-busy"));
    await userEvent.selectOptions(select(), zone);
    await settle();
  };
  await choose("America/Sao_Paulo");
  expect(await within(part).findByText(/Not this one\./)).toBeInTheDocument();
  expect(select()).toHaveValue("Europe/Istanbul");
  await choose("America/Sao_Paulo");
  await waitFor(() => expect(select()).toHaveValue("America/Sao_Paulo"));
  expect(update.mock.calls.map(([{ body }]) => body)).toEqual([
    { name: "Acme", time_zone: "America/Sao_Paulo" },
    { name: "Acme", time_zone: "America/Sao_Paulo" },
  ]);
});

test("a host that keeps no time zone is not asked for one", async () => {
  await renderApp({
    path: "/settings/company",
    handlers: { getCompany: respond({ id: "c-acme", name: "Acme", role: "Admin" }) },
  });
  await screen.findByRole("list", { name: "Users" });
  expect(screen.queryByRole("heading", { name: "Time zone" })).toBeNull();
});

test("the company is given its name, which the person's own company then carries", async () => {
  const kept = { id: "c-acme", name: "My company", role: "Admin" as const, time_zone: "UTC" };
  const update = vi.fn<Handler<"updateCompany">>((call) => respond(Object.assign(kept, call.body))());
  await renderApp({
    path: "/settings/company",
    handlers: { getCompany: () => respond({ ...kept })(), updateCompany: update },
  });
  const name = await screen.findByRole("textbox", { name: "Company name" });
  expect(name).toHaveValue("My company");
  await userEvent.clear(name);
  expect(screen.getByText("This field is required")).toBeInTheDocument();
  await userEvent.type(name, " Ariadne Ltd {Enter}");
  await waitFor(() =>
    expect(update).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ body: { name: "Ariadne Ltd" } })),
  );
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Company name" })).toHaveValue("Ariadne Ltd"));
});
