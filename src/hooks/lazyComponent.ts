import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/**
 * A component whose code is loaded when it is rendered first. One that several files use is exported as `Lazy…`, from a file of that name.
 * @param name the export of the module
 */
export const lazyComponent = <Name extends string, Module extends Readonly<Record<Name, ComponentType<never>>>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> => lazy(async () => ({ default: (await load())[name] }));
