// What every sheet begins with: its title, where the focus goes when it opens.

import { h } from "../core/dom.js";

export const sheetTitle = (text) => h("h2", { tabindex: -1 }, text);
