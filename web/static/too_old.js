// Runs first in any browser: polyfills for old ones, or a message that the browser is too old. Written in
// ES5.

(function () {
  "use strict";

  /** Milliseconds in which a page that had a script error may still connect. */
  var GIVEN_UP_AFTER = 1000;

  /** Missing before Safari 15.4, Chrome 92 and Firefox 90. */
  [Array.prototype, String.prototype].forEach(function (prototype) {
    if (prototype.at) return;
    Object.defineProperty(prototype, "at", {
      configurable: true,
      writable: true,
      value: function (place) {
        return this[place < 0 ? this.length + place : place];
      }
    });
  });

  function tell() {
    if (document.querySelector("[data-version], .app.strip")) return;
    document.getElementById("too-old").hidden = false;
    document.querySelector(".prompt").textContent = "";
  }

  function wait() {
    setTimeout(tell, GIVEN_UP_AFTER);
  }

  if (!("noModule" in document.createElement("script"))) tell();
  window.addEventListener("error", wait);
  window.addEventListener("unhandledrejection", wait);
})();
