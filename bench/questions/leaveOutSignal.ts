/** Loaded before a bench (`node --import`): silences the signal that the environment names. */
import { LEFT_OUT, QUALITY_BENCHES } from "./signals.ts";

const [bench = "", signal = ""] = process.env[LEFT_OUT]?.split(":") ?? [];
const silence = (await QUALITY_BENCHES[bench]?.signals())?.get(signal);
if (!silence) throw new Error(`No bench has the signal ${bench}:${signal}.`);
silence();
