// The wall page of a night: all tables live, the round's clock, standings, and next seats.

import { makePage } from "./club/page.js";
import { PAGE_MS, wallView } from "./club/wall.js";
import { follow } from "./core/api.js";
import { recall } from "./core/storage.js";
import { wakeLock } from "./device/accessibility.js";

const page = makePage({
  as: "wall", polled: "night", view: wallView, title: (t) => t("Club night"),
});
page.ui = { tables: {}, inviting: recall("inviting", false) };

const tables = follow({
  path: "stream/tables", polled: null, lang: () => page.t.lang, onLink: () => {},
  onState: (news) => {
    news.forEach((one) => (page.ui.tables[one.table] = one));
    page.draw();
  },
  join: (before, newest) => [...before, ...newest],
});

await page.start();
tables.refresh();
setInterval(page.draw, PAGE_MS);
wakeLock(() => {})(true);
