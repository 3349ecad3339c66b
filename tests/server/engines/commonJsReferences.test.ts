/** Names of CommonJS modules as Express, Fastify and others write them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callHierarchyOf } from "../../../server/engines/references/calls.ts";
import { type NamedPlace, definitionsOf } from "../../../server/engines/references/findDefinitions.ts";
import { referencesTo } from "../../../server/engines/references/findReferences.ts";
import type { Definition } from "../../../server/engines/references/lookup/Definition.ts";
import { lineOf } from "../../../server/engines/references/lookup/fileDefinitions.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { projectIndex } from "./projectIndex.ts";

const FILES: Record<string, string> = {
  "lib/reply.js": `'use strict'
const { serialize } = require('./serializer')
function Reply (request) {
  this.request = request
}
Reply.prototype.send = function (payload) {
  this.writeOut(serialize(payload))
  this.socket.on('end', done)
  return this
}
Reply.prototype.writeOut = function writeOut (text) {
  return text.toString()
}
Reply.notFound = function () {
  return Reply.create()
}
Reply.create = () => new Reply()
function done () {
  unknownHelper()
}
module.exports = Reply
`,
  "lib/serializer.js": `'use strict'
function serialize (payload) {
  return JSON.stringify(payload)
}
module.exports = { serialize }
`,
  "lib/handler.js": `'use strict'
const Reply = require('./reply')
function handle (request) {
  const reply = new Reply(request)
  reply.send('text')
  Reply.prototype.send.call(reply, 'text')
  Reply.notFound()
}
function guess (reply, list) {
  list.push(reply)
  reply.send('by name')
}
exports.handle = handle
exports.guess = guess
`,
  "lib/application.js": `'use strict'
var app = exports = module.exports = {}
app.use = function use (fn) {
  this.lazyRouter()
  app.lazyRouter()
}
app.lazyRouter = function lazyRouter () {}
`,
  "lib/server.js": `'use strict'
const app = require('./application')
app.use(() => {})
`,
  "lib/index.js": `'use strict'
const { serialize } = require('./serializer')
const handler = require('./handler')
exports.serialize = serialize
exports.takeRequest = handler.handle
module.exports.guess = require('./handler').guess
`,
  "lib/all.js": `'use strict'
module.exports = {
  ...require('./serializer'),
  run: require('./handler').handle,
  again: guess
}
function guess () {}
`,
  "lib/main.js": `'use strict'
const { serialize, takeRequest, guess } = require('./index')
const all = require('./all')
serialize(1)
takeRequest(2)
guess(3)
all.serialize(4)
all.run(5)
all.again(6)
`,
  "lib/round.js": `const { turn } = require('./trip')\nexports.turn = turn\nturn()\n`,
  "lib/trip.js": `const { turn } = require('./round')\nexports.turn = turn\n`,
  "test/helper.js": `class Recorder {
  on () {}
  push () {}
}
function unknownHelper () {}
module.exports = { Recorder, unknownHelper }
`,
};

let index: OpenedIndex;
let close: () => void;
beforeAll(async () => {
  const made = await projectIndex([{ message: "Reply", files: FILES }], () => []);
  index = made.index;
  close = () => made.remove();
});
afterAll(() => close());

async function named(path: string, within: string, name: string): Promise<NamedPlace> {
  const lines = (FILES[path] ?? "").split("\n");
  const line = lines.findIndex((text) => text.includes(within));
  const column = (lines[line] ?? "").indexOf(within) + within.lastIndexOf(name) + 1;
  const found = await definitionsOf(index, { source: "repository-1", path, line: line + 1, column });
  if (!found) throw new Error(`nothing at ${path}: ${within}`);
  return found;
}
const shown = ({ names }: NamedPlace, definitions: readonly Pick<Definition, "place" | "from">[]): string[] =>
  definitions.map(({ place, from }) => {
    const { path, text } = names.files.read(place);
    return `${path}:${lineOf(text, from)}`;
  });
const definition = async (path: string, within: string, name: string): Promise<string[]> => {
  const found = await named(path, within, name);
  return shown(found, found.definitions).map((place, at) => `${place} ${found.definitions[at]?.evidence}`);
};
const references = async (path: string, within: string, name: string): Promise<string[]> => {
  const found = await named(path, within, name);
  return shown(found, (await referencesTo(found)).references).toSorted();
};
const calls = async (path: string, within: string, name: string) => {
  const { callers, callees } = await callHierarchyOf(await named(path, within, name));
  const nameOf = (other: Definition | null): string => [other?.container, other?.name].filter(Boolean).join(".");
  return {
    callers: callers.map(({ other }) => nameOf(other)).toSorted(),
    callees: callees.map(({ other }) => nameOf(other)).toSorted(),
  };
};

describe("functions that are assigned to a property", () => {
  test("of a prototype have the calls of this, of new objects and of the prototype", async () => {
    expect(await definition("lib/reply.js", "this.writeOut", "writeOut")).toEqual(["lib/reply.js:11 receiver"]);
    expect(await definition("lib/handler.js", "reply.send('text')", "send")).toEqual(["lib/reply.js:6 receiver"]);
    expect(await definition("lib/handler.js", "prototype.send", "send")).toEqual(["lib/reply.js:6 receiver"]);
    expect(await references("lib/reply.js", "prototype.send", "send")).toEqual([
      "lib/handler.js:11",
      "lib/handler.js:5",
      "lib/handler.js:6",
      "lib/reply.js:6",
    ]);
    expect(await calls("lib/reply.js", "prototype.send", "send")).toEqual({
      callers: ["guess", "handle"],
      callees: ["Reply.writeOut", "serialize"],
    });
    expect((await calls("lib/reply.js", "prototype.writeOut", "writeOut")).callers).toEqual(["Reply.send"]);
  });

  test("of a function or an object are found by it, in its module and in others", async () => {
    expect(await definition("lib/handler.js", "Reply.notFound", "notFound")).toEqual(["lib/reply.js:14 import"]);
    expect((await calls("lib/reply.js", "Reply.create()", "create")).callers).toEqual(["Reply.notFound"]);
    expect(await references("lib/application.js", "app.lazyRouter = ", "lazyRouter")).toEqual([
      "lib/application.js:4",
      "lib/application.js:5",
      "lib/application.js:7",
    ]);
    expect(await definition("lib/server.js", "app.use", "use")).toEqual(["lib/application.js:3 import"]);
  });
});

describe("a name that a module passes on", () => {
  test.each([
    ["a required part in a variable", "serialize(1)", "serialize", ["lib/serializer.js:2 import"]],
    ["a part of a required module", "takeRequest(2)", "takeRequest", ["lib/handler.js:3 import"]],
    ["a part of a call of require", "guess(3)", "guess", ["lib/handler.js:9 import"]],
    ["a module that is spread", "all.serialize", "serialize", ["lib/serializer.js:2 import"]],
    ["a key with a part of a call of require", "all.run", "run", ["lib/handler.js:3 import"]],
    ["a key with a function of the module", "all.again", "again", ["lib/all.js:7 import"]],
  ])("%s", async (_what, within, name, expected) => {
    expect(await definition("lib/main.js", within, name)).toEqual(expected);
  });

  test("has the uses behind the module as references", async () => {
    expect(await references("lib/serializer.js", "function serialize", "serialize")).toEqual(
      expect.arrayContaining(["lib/index.js:2", "lib/index.js:4", "lib/main.js:2", "lib/main.js:4", "lib/main.js:7"]),
    );
  });

  test("from one module to the other and back is found where it is written", async () => {
    expect(await definition("lib/round.js", "turn()", "turn")).toEqual([expect.stringMatching(/^lib\/(?:round|trip)/)]);
  });
});

test("a name that only a helper of tests has is no callee of the code, and no built-in method is", async () => {
  expect((await calls("lib/reply.js", "prototype.send", "send")).callees).not.toContain("Recorder.on");
  expect(await definition("lib/reply.js", "socket.on", "on")).toEqual([]);
  expect(await definition("lib/handler.js", "list.push", "push")).toEqual([]);
  expect((await calls("lib/handler.js", "function guess", "guess")).callees).toEqual(["Reply.send"]);
  expect((await calls("lib/reply.js", "function done", "done")).callees).toEqual([]);
});
