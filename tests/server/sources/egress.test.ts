import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import type { UnreadResponse } from "../../../server/sources/responses/UnreadResponse.ts";
import { createNetworkPolicy } from "../../../server/sources/egress/networkPolicy.ts";
import { type Egress, type EgressOptions, createEgress } from "../../../server/sources/egress/egress.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function testEgress(options: Partial<EgressOptions> = {}): Egress {
  const made = createEgress({ allowed: [], ...options });
  closing.push(() => made.close());
  return made;
}

async function listen(answer: Parameters<typeof createServer>[1]): Promise<{ port: number; seen: () => number }> {
  let connections = 0;
  const server: Server = createServer(answer);
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return { port: (server.address() as AddressInfo).port, seen: () => connections };
}

const textOf = async (answer: UnreadResponse): Promise<string> =>
  Buffer.from(await answer.read("account", "127.0.0.1")).toString("utf8");
const secretOf = (origin: string) => new Credential({ token: "secret", origin }).as("bearer");

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "none";
  } catch (error) {
    return error instanceof SourceError ? error.code : String(error);
  }
};

describe("addresses that only reach private networks are refused in every spelling", () => {
  const forms = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0x7f000001",
    "017700000001",
    "0177.0.0.1",
    "127.0.0.1.",
    "0",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:a00:1]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd12::1]",
    "[ff02::1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[::127.0.0.1]",
    "[::7f00:1]",
    "[::ffff:0:7f00:1]",
    "[fec0::1]",
    "[100::1]",
    "[2001:0:7f00:1::]",
    "①②⑦.0.0.1",
    "%31%32%37.0.0.1",
    "[2002:7f00:1::]",
    "１２７.0.0.1",
    "127。0。0。1",
  ];
  test.each(forms)("https://%s/", async (host) => {
    expect(await codeOf(testEgress().fetch(`https://${host}/`))).toBe("private_network");
  });
  test("nothing connects to a refused literal", async () => {
    const { port, seen } = await listen((_request, response) => response.end("secret"));
    expect(await codeOf(testEgress().fetch(`https://127.0.0.1:${port}/`))).toBe("private_network");
    expect(seen()).toBe(0);
  });
});

describe("names", () => {
  test("a name that resolves to a private address is refused before the connection", async () => {
    const { port, seen } = await listen((_request, response) => response.end("secret"));
    const guard = testEgress({ lookup: async () => [{ address: "127.0.0.1", family: 4 }] });
    expect(await codeOf(guard.fetch(`https://inside.example:${port}/`))).toBe("private_network");
    expect(seen()).toBe(0);
  });
  test("a name that answers differently the second time is judged by what is connected to", async () => {
    const { port, seen } = await listen((_request, response) => response.end("secret"));
    const answers = [
      { address: "93.184.215.14", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    const guard = testEgress({ lookup: async () => [answers.shift() ?? { address: "127.0.0.1", family: 4 }] });
    expect(await guard.resolve("rebind.example", port)).toBe("93.184.215.14");
    expect(await codeOf(guard.fetch(`https://rebind.example:${port}/`))).toBe("private_network");
    expect(seen()).toBe(0);
  });
  test("of several addresses only the permitted ones are used", async () => {
    const guard = testEgress({
      lookup: async () => [
        { address: "10.0.0.1", family: 4 },
        { address: "93.184.215.14", family: 4 },
      ],
    });
    expect(await guard.resolve("mixed.example", 443)).toBe("93.184.215.14");
  });
  test("a name that does not exist is reported", async () => {
    const guard = testEgress({ lookup: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) });
    expect(await codeOf(guard.fetch("https://nowhere.example/"))).toBe("dns");
    expect(await codeOf(guard.resolve("nowhere.example", 443))).toBe("dns");
  });
});

describe("what the operator names", () => {
  test.each([
    ["a block", "127.0.0.0/8"],
    ["an address", "127.0.0.1"],
    ["an address with its port", "127.0.0.1:PORT"],
    ["a block with a port", "127.0.0.0/8:PORT"],
  ])("%s opens the way, also in plain http", async (_what, entry) => {
    const { port } = await listen((_request, response) => response.end("hello"));
    const guard = testEgress({ allowed: [entry.replace("PORT", String(port))] });
    const answer = await guard.fetch(`http://127.0.0.1:${port}/`);
    expect(await textOf(answer)).toBe("hello");
  });
  test("a named host opens the way wherever it resolves to", async () => {
    const { port } = await listen((_request, response) => response.end("hello"));
    const guard = testEgress({
      allowed: ["git.corp.example"],
      lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    expect(await textOf(await guard.fetch(`http://git.corp.example:${port}/`))).toBe("hello");
  });
  test("another port of the same address stays closed", async () => {
    const { port } = await listen((_request, response) => response.end("hello"));
    const guard = testEgress({ allowed: [`127.0.0.1:${port + 1}`] });
    expect(await codeOf(guard.fetch(`http://127.0.0.1:${port}/`))).toBe("private_network");
  });
  test.each(["10.0.0.0/40", "a b", "host:99999", "*", "http://x"])("%s is refused as an entry", (entry) => {
    expect(() => createNetworkPolicy([entry])).toThrow(TypeError);
  });
});

describe("the form of an address", () => {
  test.each([
    ["ftp://example.org/", "protocol"],
    ["file:///etc/passwd", "protocol"],
    ["http://example.org/", "protocol"],
    ["https://me:secret@example.org/", "address"],
  ])("%s", async (url, code) => {
    expect(await codeOf(testEgress().fetch(url))).toBe(code);
  });
});

describe("redirects", () => {
  test("one that leads into a private network is refused", async () => {
    const inside = await listen((_request, response) => response.end("secret"));
    const outside = await listen((_request, response) =>
      response.writeHead(302, { location: `https://127.0.0.1:${inside.port}/` }).end(),
    );
    const guard = testEgress({ allowed: [`127.0.0.1:${outside.port}`] });
    expect(await codeOf(guard.fetch(`http://127.0.0.1:${outside.port}/`))).toBe("private_network");
    expect(inside.seen()).toBe(0);
  });
  test("with a credential, one to another origin is refused and the credential stays here", async () => {
    const other = await listen((_request, response) => response.end("thanks"));
    const first = await listen((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end(),
    );
    const guard = testEgress({ allowed: ["127.0.0.1"] });
    const authorization = secretOf(`http://127.0.0.1:${first.port}`);
    expect(await codeOf(guard.fetch(`http://127.0.0.1:${first.port}/`, { authorization }))).toBe("redirect");
    expect(other.seen()).toBe(0);
  });
  test("with a credential, one inside the same origin is followed: that is how a renamed repository answers", async () => {
    const seen: (string | undefined)[] = [];
    const { port } = await listen((request, response) => {
      seen.push(request.headers.authorization);
      if (request.url === "/old") response.writeHead(301, { location: "/new" }).end();
      else response.end("renamed");
    });
    const answer = await testEgress({ allowed: ["127.0.0.1"] }).fetch(`http://127.0.0.1:${port}/old`, {
      authorization: secretOf(`http://127.0.0.1:${port}`),
    });
    expect(await textOf(answer)).toBe("renamed");
    expect(seen).toEqual(["Bearer secret", "Bearer secret"]);
  });
  test("circles end", async () => {
    const { port, seen } = await listen((_request, response) => response.writeHead(302, { location: "/" }).end());
    expect(await codeOf(testEgress({ allowed: ["127.0.0.1"] }).fetch(`http://127.0.0.1:${port}/`))).toBe("redirect");
    expect(seen()).toBeLessThanOrEqual(4);
  });
});

describe("limits", () => {
  test("a host that is not there", async () => {
    const { port } = await listen(() => undefined);
    await closing.pop()?.();
    expect(await codeOf(testEgress({ allowed: ["127.0.0.1"] }).fetch(`http://127.0.0.1:${port}/`))).toBe("refused");
  });
  test("a host that never answers", async () => {
    const { port } = await listen(() => undefined);
    const guard = testEgress({ allowed: ["127.0.0.1"], limits: { totalMs: 150 } });
    expect(await codeOf(guard.fetch(`http://127.0.0.1:${port}/`))).toBe("timeout");
  });
  test("a caller that cancels", async () => {
    const { port } = await listen(() => undefined);
    const guard = testEgress({ allowed: ["127.0.0.1"] });
    expect(await codeOf(guard.fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() }))).toBe("aborted");
  });
  test("a body without an end is cut off", async () => {
    const { port } = await listen((_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
        response.once("drain", more);
      };
      more();
    });
    const guard = testEgress({ allowed: ["127.0.0.1"] });
    const answer = await guard.fetch(`http://127.0.0.1:${port}/`);
    expect(await codeOf(answer.read("account", "127.0.0.1"))).toBe("too_large");
  });
  test("a host that speaks TLS badly, or something else than HTTP", async () => {
    const { port } = await listen((_request, response) => response.end());
    expect(await codeOf(testEgress({ allowed: ["127.0.0.1"] }).fetch(`https://127.0.0.1:${port}/`))).toBe("tls");
    const plain = createTcpServer((socket) =>
      socket.on("error", () => undefined).write("SSH-2.0-OpenSSH_9.2\r\n", () => socket.destroySoon()),
    );
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    closing.push(() => new Promise((resolve) => plain.close(resolve)));
    const { port: other } = plain.address() as AddressInfo;
    expect(await codeOf(testEgress({ allowed: ["127.0.0.1"] }).fetch(`http://127.0.0.1:${other}/`))).toBe("bad_answer");
  });
});
