import { lazy, type LazyExoticComponent } from "react";

/** A component of any properties, as `lazy` takes it. */
type AnyComponent = Awaited<ReturnType<Parameters<typeof lazy>[0]>>["default"];

/**
 * A component whose code is loaded when it is rendered first. One that several files use is exported as `Lazy…`, from a file of that name.
 * @param name the export of the module
 */
export const lazyComponent = <Name extends string, Module extends Readonly<Record<Name, AnyComponent>>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> => lazy(async () => ({ default: (await load())[name] }));
