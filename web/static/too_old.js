// Runs before the page, in any browser: lends an old one what it lacks, and where that is not
// enough says that it is too old. Plain old JavaScript, for nobody else would understand it.

(function () {
  "use strict";

  /** Milliseconds in which a page that stumbled once may still find the table. */
  var GIVEN_UP_AFTER = 1000;

  /** Safari before 15.4, Chrome before 92 and Firefox before 90 have no at(). */
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
