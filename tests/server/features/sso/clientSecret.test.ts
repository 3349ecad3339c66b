/** Client IDs and secrets of any characters, at providers that read HTTP Basic in different ways. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { SsoTest } from "../../../../contract/access/sso.ts";
import type { OidcHost } from "../../../providers/oidcHost.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

/** As openssl, Entra ID and LemonLDAP::NG make them, and what a person may type. */
const SECRETS = ["s3cret-of_clew", "Ab~8Q.x-Y_z", "a+b/c==", "p%41ss:word & more", "çok gizli"];

onOneDatabase("the secret of Clew at a provider", (engine) => {
  let sso: SsoServer;
  beforeAll(async () => {
    sso = await startSsoServer(engine);
  });
  afterEach(async () => {
    sso.host.reset();
    await sso.server.db.deleteFrom("rate_limits").execute();
  });
  afterAll(() => sso.stop());

  /** Lets the host accept one secret. LemonLDAP::NG 2.16 takes both halves of HTTP Basic as they are. */
  function accept(
    host: OidcHost,
    secret: string,
    { decodes, acceptsForm }: { decodes: boolean; acceptsForm: boolean },
  ) {
    const methods = ["client_secret_basic", ...(acceptsForm ? ["client_secret_post"] : [])];
    host.change.discovery = (document) => ({ ...document, token_endpoint_auth_methods_supported: methods });
    host.change.clients = ({ authorization = "" }, form) => {
      const [, given] = /^Basic (\S+)$/.exec(authorization) ?? [];
      if (given === undefined) return acceptsForm && form.get("client_secret") === secret;
      const [id = "", ...rest] = Buffer.from(given, "base64").toString().split(":");
      const read = (text: string): string => (decodes ? decodeURIComponent(text.replaceAll("+", " ")) : text);
      return read(id) === host.clientId && read(rest.join(":")) === secret;
    };
  }
  const enter = async (secret: string): Promise<void> => {
    const { id, label, client_id, scopes, trusts_addresses } = sso.provider;
    const body = { label, client_id, client_secret: secret, scopes, trusts_addresses, is_enabled: true };
    const { status } = await sso.settings("PUT", `providers/${id}/`, body);
    expect(status).toBe(200);
  };
  const clientIsKnown = async (): Promise<boolean> =>
    ((await sso.settings("POST", `providers/${sso.provider.id}/test/`)).body as SsoTest).passed;
  let person = 0;
  const signIn = () => {
    const email = `person-${person++}@example.org`;
    return sso.signIn(email, { sub: email });
  };

  test.each(SECRETS)("%s: where the provider decodes", async (secret) => {
    await enter(secret);
    for (const acceptsForm of [true, false]) {
      accept(sso.host, secret, { decodes: true, acceptsForm });
      expect(await clientIsKnown()).toBe(true);
      expect((await signIn()).token).toBeDefined();
    }
  });

  test.each(SECRETS)("%s: where it does not decode, and accepts the form too", async (secret) => {
    await enter(secret);
    accept(sso.host, secret, { decodes: false, acceptsForm: true });
    expect(await clientIsKnown()).toBe(true);
    expect((await signIn()).token).toBeDefined();
  });

  test("letters, digits, '-', '_', '.' and '~' also where it does neither", async () => {
    const secret = "Ab~8Q.x-Y_z";
    await enter(secret);
    accept(sso.host, secret, { decodes: false, acceptsForm: false });
    expect((await signIn()).token).toBeDefined();
  });

  test("a wrong one is refused, asked twice at most, and reported as that", async () => {
    await enter("wrong+secret");
    accept(sso.host, "right", { decodes: true, acceptsForm: true });
    const before = sso.host.requests.filter((path) => path === "/token").length;
    expect((await signIn()).returned).toEqual({ failure: "client_refused" });
    expect(sso.host.requests.filter((path) => path === "/token").length - before).toBe(2);
    expect(await clientIsKnown()).toBe(false);
  });
});
