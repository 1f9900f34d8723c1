// The menu, and the buttons that ask the page to speak: a phone fetches them once the first card can
// be laid.

import { askingView } from "../../device/asking.js";
import { menuView } from "./menu.js";

/** The views of both. */
export const install = () => ({ views: { asking: askingView, menu: menuView }, actions: {} });
