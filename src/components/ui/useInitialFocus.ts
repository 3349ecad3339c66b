import { type RefObject, useEffect, useRef } from "react";

/** The ref of the field that has the focus when a form appears: the button that opened the form may be unmounted with it. */
export function useInitialFocus<T extends HTMLElement = HTMLInputElement>(): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
