/**
 * React's development build takes a stack for each element, for the text of its warnings, until it has taken ten thousand in a second. That was
 * a seventh of the processor time of a file of tests.
 */
import React from "react";

const internals: unknown = Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
if (typeof internals === "object" && internals !== null)
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => 10_000, set: () => {} });
