// What every sheet begins with: its title, where the focus goes when it opens.

import { h } from "../h.js";

export const sheetTitle = (text) => h("h2", { tabindex: -1 }, text);
