// The menu and the speak-on-request buttons, loaded once the first card can be laid.

import { askAloudView } from "../../device/ask_aloud.js";
import { countsView } from "./entry_mode.js";
import { leaveView } from "./leave.js";
import { menuView } from "./menu.js";

/** The views of both. */
export const install = () => ({
  views: { askAloud: askAloudView, menu: menuView, counts: countsView, leave: leaveView }, actions: {},
});
