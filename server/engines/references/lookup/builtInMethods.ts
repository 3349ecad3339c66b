import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";

/** Methods of the standard objects of JavaScript, and of Node's emitters and streams. */
const METHODS_OF: readonly object[] = [
  Array.prototype,
  String.prototype,
  Object.prototype,
  Function.prototype,
  Number.prototype,
  Date.prototype,
  RegExp.prototype,
  Map.prototype,
  Set.prototype,
  Promise.prototype,
  Promise,
  Object,
  JSON,
  EventEmitter.prototype,
  Readable.prototype,
  Writable.prototype,
];

export const BUILT_IN_METHODS: ReadonlySet<string> = new Set(
  METHODS_OF.flatMap((object) => Object.getOwnPropertyNames(object)).filter((name) => !name.startsWith("_")),
);
