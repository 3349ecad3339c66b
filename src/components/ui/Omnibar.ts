export { Omnibar } from "@blueprintjs/select";
