// Runs first in any browser: a message if it is too old for the page. Written in ES5.

(function () {
  "use strict";

  /** Milliseconds in which a page that had a script error may still connect. */
  var GIVEN_UP_AFTER = 1000;

  function tell() {
    if (document.querySelector("[data-version], .app.strip")) return;
    document.getElementById("too-old").hidden = false;
    document.querySelector(".prompt").textContent = "";
  }

  function wait() {
    setTimeout(tell, GIVEN_UP_AFTER);
  }

  if (!("noModule" in document.createElement("script"))) tell();
  if (!(window.CSS && CSS.supports("container-type", "size"))) tell();
  window.addEventListener("error", wait);
  window.addEventListener("unhandledrejection", wait);
})();
