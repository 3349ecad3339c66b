import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What is waited for comes when it comes: a second is short where two cores are shared.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);
