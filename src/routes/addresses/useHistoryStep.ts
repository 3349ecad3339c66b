import { useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** A string that changes with each step back or forward, and with no other navigation: for fields that mirror the address. */
export function useHistoryStep(): string {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const [last, setLast] = useState(key);
  if (isReturn && last !== key) setLast(key);
  return isReturn ? key : last;
}
