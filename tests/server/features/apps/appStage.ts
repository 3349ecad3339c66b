/** A server, a company and a GitHub with apps, and the way of a browser between them. */
import { expect } from "vitest";
import type { AppManifest } from "../../../../server/demo/hosts/githubApps.ts";
import { type GithubAppHost, startGithubAppHost } from "../../../providers/githubAppHost.ts";
import type { HostData } from "../../../../server/demo/hosts/hostData.ts";
import { makeWork, type Work } from "../../../providers/work.ts";
import { addPeople, startTestServer, type TestServer, type TestServerOptions } from "../../http/testServer.ts";
import type { Engine } from "../../testDb.ts";

export interface AppStage {
  readonly server: TestServer;
  readonly host: GithubAppHost;
  readonly work: Work;
  readonly people: Awaited<ReturnType<typeof addPeople>>;
  /** Begins a registration as the Admin, unless it is another's. */
  begin(options?: Registration): Promise<Begun>;
  /** The page that sends the form to the host. */
  form(begun: Begun): Promise<{ readonly action: string; readonly manifest: AppManifest; readonly policy: string }>;
  /** Opens an address of this server in the browser that has the cookie; where it leads. */
  open(url: URL, cookie: string): Promise<string | null>;
  /** A registration with everything that people do for it. @returns the id of the app */
  register(options?: Registration): Promise<string>;
  /** An installation likewise. @returns its id here */
  install(
    appId: string,
  ): Promise<{ readonly id: string; readonly installation: ReturnType<GithubAppHost["install"]>["installation"] }>;
  stop(): Promise<void>;
}

interface Registration {
  readonly token?: string;
  readonly companyId?: string;
  readonly writes?: readonly string[];
}

interface Begun {
  readonly url: string;
  readonly cookie: string;
}

/** @param data what the host has, where comments are written there */
export async function startAppStage(
  engine: Engine,
  data?: HostData,
  options: Pick<TestServerOptions, "isWorkDueSoon"> = {},
): Promise<AppStage> {
  const work = makeWork(4);
  const host = await startGithubAppHost(work, data);
  const server = await startTestServer(engine, {
    ...options,
    environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" },
  });
  const people = await addPeople(server.db);
  const cookieOf = (headers: Headers): string => headers.get("set-cookie")?.split(";")[0] ?? "";
  const stage: AppStage = {
    server,
    host,
    work,
    people,
    async begin({ token = people.admin.token, companyId = people.companyId, writes } = {}) {
      const body = { provider: "github", url: host.url, organization: "acme", ...(writes && { writes }) };
      const answer = await server.call("POST", `companies/${companyId}/apps/`, { token, body });
      expect(answer.status).toBe(200);
      return { url: (answer.body as { url: string }).url, cookie: cookieOf(answer.headers) };
    },
    async form({ url, cookie }) {
      const answer = await fetch(server.url + url, { headers: { cookie }, redirect: "manual" });
      const page = await answer.text();
      const unescape = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
      const [, action = ""] = /action="([^"]*)"/.exec(page) ?? [];
      const [, manifest = "null"] = /name="manifest" value="([^"]*)"/.exec(page) ?? [];
      return {
        action: unescape(action),
        manifest: JSON.parse(unescape(manifest)) as AppManifest,
        policy: answer.headers.get("content-security-policy") ?? "",
      };
    },
    async open(url, cookie) {
      const answer = await fetch(server.url + url.pathname + url.search, { redirect: "manual", headers: { cookie } });
      return answer.headers.get("location");
    },
    async register(options) {
      const begun = await stage.begin(options);
      const { action, manifest } = await stage.form(begun);
      expect(await stage.open(host.createApp(action, manifest), begun.cookie)).toBe(
        "/settings/apps?outcome=registered",
      );
      const row = await server.db
        .selectFrom("host_apps")
        .select("id")
        .orderBy("created_at", "desc")
        .orderBy("host_id", "desc")
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async install(appId) {
      const path = `companies/${people.companyId}/apps/${appId}/install/`;
      const answer = await server.call("POST", path, { token: people.admin.token });
      const { back, installation } = host.install((answer.body as { url: string }).url);
      expect(await stage.open(back, cookieOf(answer.headers))).toBe("/settings/apps?outcome=installed");
      const { id } = await server.db
        .selectFrom("app_installations")
        .select("id")
        .where("app_id", "=", appId)
        .where("host_id", "=", String(installation.id))
        .executeTakeFirstOrThrow();
      return { id, installation };
    },
    async stop() {
      await server.stop();
      await host.stop();
    },
  };
  return stage;
}
