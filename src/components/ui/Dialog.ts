export { Dialog, DialogBody, DialogFooter } from "@blueprintjs/core";
