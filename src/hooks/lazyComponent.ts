import { type ComponentType, lazy, type LazyExoticComponent } from "react";

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/**
 * A component whose code is loaded when it is rendered first. One that several files use is exported as `Lazy…`, from a file of that name.
 * @param name the export of the module
 */
export const lazyComponent = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> =>
  lazy(async () => ({ default: (await load())[name] as ComponentType<PropsOf<Module[Name]>> }));
