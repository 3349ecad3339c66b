import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { companyUsers, installation, invitation, invoice, mcpToken } from "../../fixtures/account.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { respond, respondOther, pending, failWith, type Handler } from "../../fixtures/handlers.ts";
import { renderApp, settle } from "../../renderApp.tsx";

// What a busy machine draws late is drawn all the same.

afterEach(() => {
  vi.restoreAllMocks();
});

test("keeps the tab in the address, and opens the first tab for one the user may not open", async () => {
  const { address } = await renderApp({ path: "/settings" });
  await userEvent.click(await screen.findByRole("link", { name: "Integrations" }));
  await screen.findByRole("button", { name: "Connect GitLab" });
  expect(address()).toBe("/settings/integrations");
});

test("a Member has no company tab, also by its address", async () => {
  const member = user({ company: { id: "c-acme", name: "Acme", role: "Member" } });
  await renderApp({ path: "/settings/company", as: member });
  await screen.findByRole("button", { name: "Save" });
  expect(screen.queryByRole("link", { name: "Company" })).toBeNull();
});

test("switches the language at once, keeps typed text, and stores the language in the profile", async () => {
  const put = vi.fn<Handler<"updateMe">>(({ body }) => respond({ ...user(), ...body })());
  const { i18n, store } = await renderApp({ path: "/settings", handlers: { updateMe: put } });
  await userEvent.type(await screen.findByLabelText("Name"), " Yılmaz");
  await userEvent.click(screen.getByRole("radio", { name: "Türkçe" }));
  await screen.findByRole("button", { name: "Kaydet" });
  expect(i18n.language).toBe("tr");
  expect(screen.getByLabelText("Ad")).toHaveValue("Ada Kaya Yılmaz");
  expect(put.mock.calls[0]?.[0].body).toEqual({ name: "Ada Kaya", language: "TR" });
  await userEvent.click(screen.getByRole("radio", { name: "Koyu" }));
  expect(store.theme.value).toBe("dark");
  await userEvent.click(screen.getByRole("switch", { name: /^Tek tuşlu/ }));
  expect(store.preferences).toMatchObject({ language: "TR", singleKeyEnabled: false });
});

test("a language that could not be saved is neither the page's nor the profile's", async () => {
  const put = failWith({ status: 500, text: "The disk is full." });
  const { i18n, store } = await renderApp({ path: "/settings", handlers: { updateMe: put } });
  await userEvent.click(await screen.findByRole("radio", { name: "Türkçe" }));
  expect(await screen.findByText("The disk is full.")).toBeInTheDocument();
  expect(await screen.findByRole("radio", { name: "English" })).toBeChecked();
  await waitFor(() => expect(i18n.language).toBe("en"));
  expect(store.session.user?.language).toBe("EN");
  expect(store.preferences.language).toBe("EN");
});

test("connecting leads to the provider; a provider that is not set up is reported", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const login = vi.fn<Handler<"oauthLogin">>(respond({ auth_url: "https://gitlab.example/oauth?x=1" }));
  await renderApp({ path: "/settings/integrations", handlers: { oauthLogin: login } });
  await userEvent.click(await screen.findByRole("button", { name: "Connect GitLab" }));
  await waitFor(() => {
    expect(open).toHaveBeenCalledWith("https://gitlab.example/oauth?x=1", "_self");
  });
  expect(login.mock.calls[0]?.[0].query).toEqual({ provider: "gitlab" });
  expect(screen.queryByRole("button", { name: "Connect Jira" })).toBeNull();
  expect(screen.getByRole("link", { name: "Set up Jira" })).toBeInTheDocument();
});

test("an address that is none of the web is not gone to", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const host = { oauthLogin: respond({ auth_url: "javascript:alert(1)" }) };
  await renderApp({ path: "/settings/integrations", handlers: host });
  await userEvent.click(await screen.findByRole("button", { name: "Connect GitLab" }));
  await screen.findByText(/returned an address that is not valid/);
  expect(open).not.toHaveBeenCalled();
});

test("reports a refused connection at its provider", async () => {
  const host = { oauthLogin: failWith({ status: 409, text: "GitLab is not set up here." }) };
  await renderApp({ path: "/settings/integrations", handlers: host });
  await userEvent.click(await screen.findByRole("button", { name: "Connect GitLab" }));
  const row = screen.getByRole("button", { name: "Connect GitLab" }).closest("li");
  expect(await within(row ?? document.body).findByText("GitLab is not set up here.")).toBeVisible();
});

test("disconnecting is asked about, and the flag follows", async () => {
  const remove = vi.fn<Handler<"oauthDisconnect">>(respond(null));
  const { store } = await renderApp({
    path: "/settings/integrations",
    handlers: { oauthDisconnect: remove },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Disconnect GitHub" }));
  const dialog = await screen.findByRole("dialog", { name: "Disconnect GitHub?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Disconnect" }));
  await screen.findByRole("button", { name: "Connect GitHub" });
  expect(remove).toHaveBeenCalledTimes(1);
  expect(store.session.user?.providers).toEqual(["google_calendar"]);
});

test("back from a provider the page reports the result, and shows the connected accounts", async () => {
  const connected = user({ providers: ["github", "google_calendar", "gitlab"] });
  await renderApp({
    path: "/settings/integrations?provider=gitlab&outcome=connected",
    handlers: { getMe: respond(connected) },
  });
  await screen.findByText("GitLab is connected.");
  expect(screen.getByRole("button", { name: "Disconnect GitLab" })).toBeInTheDocument();
});

test("allows every integration on a host that reports no capabilities", async () => {
  const host = { getInstallation: failWith({ status: 404, text: "Not found." }) };
  await renderApp({ path: "/settings/integrations", handlers: host });
  expect(await screen.findByRole("button", { name: "Connect Jira" })).toBeEnabled();
});

test("the last Admin stays, with a reason; others change role and are removed after a question", async () => {
  const change = vi.fn<Handler<"changeCompanyRole">>(
    respond({ id: "u-bora", name: "Bora Yılmaz", email: "bora@acme.example", role: "Admin" }),
  );
  const remove = vi.fn<Handler<"removeCompanyUser">>(respond(null));
  const people = vi.fn<Handler<"listCompanyUsers">>(respond(companyUsers()));
  await renderApp({
    path: "/settings/company",
    handlers: {
      listCompanyUsers: people,
      changeCompanyRole: change,
      removeCompanyUser: remove,
    },
  });
  const list = await screen.findByRole("list", { name: "Users" });
  expect(within(list).getByText(/^A company needs an Admin/)).toBeInTheDocument();
  expect(within(list).queryByRole("combobox", { name: "Role of Ada Kaya" })).toBeNull();
  expect(within(list).queryByRole("button", { name: "Remove Ada Kaya" })).toBeNull();
  await userEvent.selectOptions(within(list).getByRole("combobox", { name: "Role of Bora Yılmaz" }), "Admin");
  await waitFor(() => {
    expect(change.mock.calls[0]?.[0].body).toEqual({ role: "Admin" });
  });
  await userEvent.click(screen.getByRole("button", { name: "Remove Çiğdem Öz" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => {
    expect(remove).toHaveBeenCalledTimes(1);
    expect(people.mock.calls.length).toBeGreaterThanOrEqual(3);
  });
});

test("reports above the list that the host did not change a role", async () => {
  await renderApp({
    path: "/settings/company",
    handlers: {
      changeCompanyRole: failWith({ status: 409, text: "Another user was quicker." }),
    },
  });
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Role of Bora Yılmaz" }), "Admin");
  await screen.findByText("Another user was quicker.");
  expect(screen.getByRole("combobox", { name: "Role of Bora Yılmaz" })).toHaveValue("Member");
});

test("invitations: made, refused at the field, sent again, taken back", async () => {
  let known = [invitation()];
  const resend = vi.fn<Handler<"resendInvitation">>(
    respond({ ...invitation(), link: "https://clew.example/register?token=second" }),
  );
  const revoke = vi.fn<Handler<"revokeInvitation">>(() => {
    known = [];
    return respond(null)();
  });
  const post = vi.fn<Handler<"createInvitation">>(({ body }) =>
    body.email.startsWith("ada")
      ? failWith({ status: 400, fields: { email: ["This person already belongs to the company"] } })()
      : respond({ ...invitation(), link: "https://clew.example/register?token=first" })(),
  );
  await renderApp({
    path: "/settings/company",
    handlers: {
      listInvitations: () => respond(known)(),
      createInvitation: post,
      resendInvitation: resend,
      revokeInvitation: revoke,
    },
  });
  const email = await screen.findByLabelText("Email");
  await userEvent.type(email, "ada@acme.example{Enter}");
  await screen.findByText("email: This person already belongs to the company");
  expect(screen.getByLabelText("Email")).toHaveValue("ada@acme.example");
  await userEvent.clear(email);
  await userEvent.type(email, "eda@acme.example");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Admin");
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  await settle();
  await waitFor(() => {
    expect(post.mock.calls[1]?.[0].body).toEqual({ email: "eda@acme.example", role: "Admin" });
    expect(screen.getByLabelText("Email")).toHaveValue("");
  });
  expect(screen.getByText(/^Open until .*2026$/)).toBeInTheDocument();
  expect(await screen.findByText("https://clew.example/register?token=first")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Resend the invitation of deniz@acme.example" }));
  await settle();
  await waitFor(() => expect(resend).toHaveBeenCalledTimes(1));
  // The first link ended with the second, and neither is shown again after Done.
  expect(await screen.findByText("https://clew.example/register?token=second")).toBeVisible();
  expect(screen.queryByText("https://clew.example/register?token=first")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("region", { name: "Invitation link" })).toBeNull();
  const button = screen.getByRole("button", { name: "Revoke the invitation of deniz@acme.example" });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revoke" }));
  await settle();
  await screen.findByText("No open invitations.");
});

test("an invitation reports that mails wait in the outbox", async () => {
  await renderApp({
    path: "/settings/company",
    handlers: { getInstallation: respond(installation({ sends_mail: false })) },
  });
  expect(await screen.findByText(/invitations wait in the operator’s outbox/)).toBeVisible();
});

test("plan, discounts and invoices are worded by the reader's language", async () => {
  const trial = companyPlan({
    plan: { name: "Standard" },
    subscription_status: "trial",
    days_until_trial_end: 5,
    discounts: [{ name: "Early friends", percent: 20, ends_at: null }],
  });
  await renderApp({ path: "/settings/company", handlers: { getCompanyPlan: respond(trial) }, locale: "tr" });
  await screen.findByText("5 gün kaldı");
  expect(screen.getByText("2 / 1")).toBeInTheDocument();
  expect(screen.getByText("%20 indirim")).toBeInTheDocument();
  expect(screen.getAllByText("€1.234,50")).toHaveLength(2);
  expect(screen.getByRole("link", { name: "2026-0007 numaralı faturayı indir" })).toHaveAttribute(
    "href",
    "https://billing.example/2026-0007.pdf",
  );
});

test("an invoice that the server issued is downloaded, and a failure is shown", async () => {
  const issued = invoice({ id: "v-9", number: "A-000009", has_file: true, download_url: null });
  await renderApp({
    path: "/settings/company",
    handlers: { listInvoices: respond([issued]), getInvoiceFile: failWith() },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Download invoice A-000009" }));
  expect(await screen.findByText(/The invoice could not be downloaded\./)).toBeVisible();
});

test("each part of the company waits on its own", async () => {
  await renderApp({
    path: "/settings/company",
    handlers: { listInvitations: pending },
  });
  await screen.findByRole("list", { name: "Users" });
  expect(screen.getAllByRole("status").some((status) => status.textContent === "Loading")).toBe(true);
  expect(screen.queryByRole("list", { name: "Invitations" })).toBeNull();
});

test("each part of the company fails on its own, and is tried again", async () => {
  let isUp = false;
  await renderApp({
    path: "/settings/company",
    handlers: { listInvoices: () => (isUp ? respond([]) : failWith())() },
  });
  await screen.findByText("The invoices could not be loaded");
  await screen.findByRole("list", { name: "Users" });
  isUp = true;
  await act(() => userEvent.click(screen.getByRole("button", { name: "Retry" }))); // a section that waits again needs an awaited act
  expect(await screen.findByText("There is no invoice yet.")).toBeVisible();
});

test("fields that a host leaves out are gaps", async () => {
  await renderApp({
    path: "/settings/company",
    handlers: {
      listInvoices: respondOther([{ id: 3, total: "12.00" }]),
      listInvitations: respondOther([{ id: 9, email: "x@y.example" }]),
      listCompanyUsers: respondOther([{ id: 1, email: "solo@acme.example", role: "admin" }]),
    },
  });
  const row = (await screen.findByRole("rowheader", { name: "3" })).closest("tr");
  expect(within(row ?? document.body).getAllByText("–")).toHaveLength(5);
  expect(await screen.findByText("x@y.example")).toBeInTheDocument();
});

test("a token: its secret is shown once, with a set-up that carries it, and it is revoked after a question", async () => {
  let known = [mcpToken()];
  const create = vi.fn<Handler<"createMcpToken">>(() => {
    known = [mcpToken({ id: "m-2", name: "Agent" }), ...known];
    return respond({ ...mcpToken({ id: "m-2", name: "Agent" }), token: "clew_secret" })();
  });
  const revoke = vi.fn<Handler<"deleteMcpToken">>(() => {
    known = known.filter(({ id }) => id !== "m-1");
    return respond(null)();
  });
  await renderApp({
    path: "/settings/mcp",
    handlers: {
      listMcpTokens: () => respond(known)(),
      createMcpToken: create,
      deleteMcpToken: revoke,
    },
  });
  expect(await screen.findByRole("list", { name: "MCP tokens" })).toHaveTextContent("Last used yesterday");
  await userEvent.click(screen.getByRole("button", { name: "Create a token" }));
  expect(screen.getByLabelText("Name")).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Create a token" })).toHaveFocus());
  await userEvent.click(screen.getByRole("button", { name: "Create a token" }));
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(screen.getAllByText("This field is required")).toHaveLength(2);
  await userEvent.type(screen.getByLabelText("Name"), "Agent");
  await userEvent.click(screen.getByRole("checkbox", { name: "Borealis" }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Expires" }), "30");
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  await settle();
  const fresh = await screen.findByRole("region", { name: "The token Agent is ready" });
  expect(create).toHaveBeenCalledWith(
    expect.objectContaining({
      body: { name: "Agent", projects: ["borealis"], expires_at: "2026-04-01T09:00:00.000Z" },
    }),
  );
  expect(within(fresh).getByText("clew_secret")).toBeInTheDocument();
  expect(within(fresh).getByRole("heading", { name: "The token Agent is ready" })).toHaveFocus();
  expect(within(fresh).getByText(/Bearer clew_secret/)).toHaveTextContent(`${window.location.origin}/mcp`);
  await userEvent.selectOptions(within(fresh).getByRole("combobox", { name: "Program" }), "vscode");
  expect(within(fresh).getByText("Put it into .vscode/mcp.json:")).toBeInTheDocument();
  await userEvent.click(within(fresh).getByRole("button", { name: "Done" }));
  expect(screen.queryByText("clew_secret")).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Create a token" })).toHaveFocus());
  await userEvent.click(screen.getByRole("button", { name: "Revoke Editor on the laptop" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revoke" }));
  await settle();
  await waitFor(() => {
    expect(screen.queryByText("Editor on the laptop")).toBeNull();
  });
});

test("on Standard the plan is explained and nothing is asked of the host", async () => {
  const tokens = vi.fn<Handler<"listMcpTokens">>(respond([]));
  const standard = user({ company_plan: companyPlan({ plan: { name: "Standard" } }) });
  await renderApp({ path: "/settings/mcp", as: standard, handlers: { listMcpTokens: tokens } });
  await screen.findByText("MCP integration is part of the Premium and Enterprise plans");
  expect(tokens).not.toHaveBeenCalled();
});

test("a token is tested: whether it works, what it opens and how it was used", async () => {
  const testToken = vi.fn<Handler<"testMcpToken">>(respond({ works: true, reason: null, projects: ["atlas"] }));
  await renderApp({
    path: "/settings/mcp",
    handlers: {
      listMcpTokens: respond([mcpToken()]),
      mcpProjectOptions: respond([{ slug: "atlas", name: "Atlas", may_write: true }]),
      testMcpToken: testToken,
      mcpTokenUsage: respond({
        since: "2026-02-01",
        calls: 412,
        tokens: 963_000,
        errors: 3,
        days: [],
      }),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Test Editor on the laptop" }));
  expect(await screen.findByText(/Works and opens Atlas/)).toHaveTextContent("412 calls in 30 days");
  expect(testToken).toHaveBeenCalledTimes(1);
});

test("a token that cannot be tested reports the reason", async () => {
  await renderApp({
    path: "/settings/mcp",
    handlers: {
      listMcpTokens: respond([mcpToken()]),
      mcpProjectOptions: respond([{ slug: "atlas", name: "Atlas", may_write: true }]),
      testMcpToken: failWith(),
      mcpTokenUsage: failWith(),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Test Editor on the laptop" }));
  expect(await screen.findByText("The token could not be tested: The host is being restarted.")).toBeInTheDocument();
});
